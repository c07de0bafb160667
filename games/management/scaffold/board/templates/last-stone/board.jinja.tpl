<section class="last-stone" aria-label="{{ _('The heap') }}">
  <p>{% trans count=view.heap %}One stone is left.{% pluralize %}{{ count }} stones are left.{% endtrans %}</p>
  <div class="heap" aria-hidden="true" data-about="heap">{% for stone in range(view.heap) %}<span class="stone"></span>{% endfor %}</div>
</section>
