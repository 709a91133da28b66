/** `trim`: without spaces and invisible characters; `number`: the one whole number in the text; `one`: 1. */
export const cureRules = ['trim', 'number', 'one'] as const
export type CureRule = (typeof cureRules)[number]
