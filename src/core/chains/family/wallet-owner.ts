/** Who a wallet of the project is made for: a normalised e-mail address or a user id. */
export interface WalletUser {
  kind: 'email' | 'userId'
  user: string
}

/** Who a wallet of the project is derived for; null: the treasury itself. */
export type WalletOwner = WalletUser | null
