/**
 * The fields that a person changed in a form. All others may have been changed elsewhere since they were shown, and are not written back. Pure.
 * @param shown what stood in the form at first
 */
export function changedFields<Fields extends object>(shown: Fields, now: Fields): Partial<Fields> {
  const changed: Partial<Fields> = {}
  for (const name of Object.keys(now) as (keyof Fields)[]) if (now[name] !== shown[name]) changed[name] = now[name]
  return changed
}
