"""Cells of the admin's lists know the heads of their columns."""

from django.utils.safestring import SafeString

from games.templatetags.rows import headed


def test_cells_get_the_heads_of_their_columns_and_say_if_they_say_nothing() -> None:
    cells = [
        SafeString('<th class="field-name"><a href="/">Ann</a></th>'),
        SafeString('<td class="field-why nowrap">No “<b>”</td>'),
        SafeString('<td class="field-end">–</td>'),
    ]
    heads = [{"text": "name"}, {"text": 'why "so"'}, {"text": "end"}]
    assert headed(cells, heads) == [
        '<th class="field-name"><a href="/">Ann</a></th>',
        '<td data-head="Why &quot;so&quot;" class="field-why nowrap">No “<b>”</td>',
        '<td data-head="End" class="field-end none">–</td>',
    ]


def test_a_tick_box_is_no_head() -> None:
    cell = SafeString('<td class="action-checkbox"><input></td>')
    assert headed([cell], [{"text": SafeString("<input>")}]) == [cell]
