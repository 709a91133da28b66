/** Who a wallet of the project is derived for: a normalised e-mail address or a user id; null: the treasury itself. */
export type WalletOwner = { kind: 'email' | 'userId'; user: string } | null
