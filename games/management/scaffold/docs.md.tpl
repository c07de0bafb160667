# Last Stone

## Rules

- LS-1. The heap has 20, 40 or 60 stones (option `stones`). Chance says who begins: label `first player`, one draw below 2.
- LS-2. On your turn, take one, two or three stones, but no more than there are. You can't pass.
- LS-3. The player who takes the last stone wins (`last`).

## Notation

`T1`, `T2`, `T3`: take one, two or three stones.

## State

| key | meaning |
| --- | --- |
| `stones` | stones of the heap at the beginning |
| `heap` | stones that are left |
| `to_move` | the seat to move; left out when the match is over |
| `winner` | the seat that took the last stone; left out until then |

`LastStoneView` (`games/rules/last_stone/view.py`) shows everybody all of it.
