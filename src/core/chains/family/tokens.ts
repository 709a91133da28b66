export type TokenKind = 'erc-721' | 'erc-1155'

/** `addressed`: of a family whose tokens have addresses of their own, one of each. */
export type TokenStandard = TokenKind | 'addressed'

/** What stands on chain of a token. */
export interface TokenTexts {
  name: string
  symbol: string
  uri: string
}

/** What tells tokens with texts of their own from each other, beside whom they are for. Not all families keep a symbol. */
export function textsMark({ name, uri }: Pick<TokenTexts, 'name' | 'uri'>): string {
  return JSON.stringify([name, uri])
}

/** A token as it is to stand on chain. */
export interface NewToken extends TokenTexts {
  recipient: string
}
