export type TokenKind = 'erc-721' | 'erc-1155'

/** `addressed`: a unique token with an address of its own. */
export type TokenStandard = TokenKind | 'addressed'

/** The texts of a token that are on chain. */
export interface TokenTexts {
  name: string
  symbol: string
  uri: string
}

/** A key of a token's texts: with the recipient it identifies a mint. Without the symbol, which not all families keep. */
export function textsMark({ name, uri }: Pick<TokenTexts, 'name' | 'uri'>): string {
  return JSON.stringify([name, uri])
}

/** A token to be minted. */
export interface NewToken extends TokenTexts {
  recipient: string
}
