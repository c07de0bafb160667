/* The heap of Last Stone. */

.last-stone .heap {
  display: flex;
  flex-wrap: wrap;
  gap: 0.375rem;
}

.last-stone .stone {
  background: var(--line-strong);
  border-radius: 50%;
  height: 1.75rem;
  width: 1.75rem;
}
