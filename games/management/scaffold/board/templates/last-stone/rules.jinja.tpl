{% extends "games/rules/_page.jinja" %}
{% block rules %}
<h2 id="begin">{{ sections.begin }}</h2>
<p>{{ _("The heap has 20, 40 or 60 stones, as you agreed. Chance says who takes first.") }} {{ rule("LS-1") }}</p>

<h2 id="turn">{{ sections.turn }}</h2>
<p>{{ _("Take one, two or three stones, as many as you like of those that are there. You may not pass.") }} {{ rule("LS-2") }}</p>

<h2 id="end">{{ sections.end }}</h2>
<p>{{ _("The player who takes the last stone wins.") }} {{ rule("LS-3") }}</p>
{% endblock %}
