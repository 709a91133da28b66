/** The user that a wallet of the project is for: a normalised e-mail address or a user id. */
export interface WalletUser {
  kind: 'email' | 'userId'
  user: string
}

/** The user that a wallet of the project is derived for; null: the treasury itself. */
export type WalletOwner = WalletUser | null
