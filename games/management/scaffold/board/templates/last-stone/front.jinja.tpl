<svg class="picture" viewBox="0 20 400 190" role="img" aria-label="{{ _('A heap of stones') }}">
  <g class="strip"><circle cx="120" cy="170" r="30"/><circle cx="200" cy="170" r="30"/><circle cx="280" cy="170" r="30"/><circle cx="160" cy="110" r="30"/><circle cx="240" cy="110" r="30"/></g>
</svg>
<p>{{ _("Take one, two or three stones from the heap in turn. The last stone wins: count ahead.") }}</p>
