/** The decisions between a file and its run, of which one is open at a time. */
export const decisions = ['where', 'columns', 'check', 'price'] as const
export type DecisionName = (typeof decisions)[number]

export const decisionTitles: Readonly<Record<DecisionName, string>> = {
  where: 'Where',
  columns: 'Columns',
  check: 'Check',
  price: 'Price',
}

/** Something that minting still needs, and the decision that it belongs to. */
export interface Missing {
  decision: DecisionName
  words: string
}

/** The first decision that is not made yet; the last one where all are made. */
export function nextDecision(missing: readonly Missing[]): DecisionName {
  return decisions.find((name) => missing.some(({ decision }) => decision === name)) ?? 'price'
}

/** The next decision that is not made after this one, which may itself be left open: wrong rows can be left out. */
export function afterDecision(name: DecisionName, missing: readonly Missing[]): DecisionName {
  const later = decisions.slice(decisions.indexOf(name) + 1)
  return later.find((other) => missing.some(({ decision }) => decision === other)) ?? 'price'
}
