/** `trim`: removes spaces (those within links stay) and invisible characters; `number`: keeps the only whole number in the text; `one`: sets 1. */
export const cureRules = ['trim', 'number', 'one'] as const
export type CureRule = (typeof cureRules)[number]
