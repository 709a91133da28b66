/**
 * The fields that a person changed in a form. The others may have changed in the core since they were shown, so they are not written back. Pure.
 * @param shown the first values of the form
 */
export function changedFields<Fields extends object>(shown: Fields, now: Fields): Partial<Fields> {
  const changed: Partial<Fields> = {}
  for (const name of Object.keys(now) as (keyof Fields)[]) if (now[name] !== shown[name]) changed[name] = now[name]
  return changed
}
