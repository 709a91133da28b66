/** A key pair of Solana's; what is handed out signs, or is an address. */
export interface SolanaAccount {
  /** Base58. */
  readonly address: string
  /** 64 bytes. */
  sign(message: Uint8Array): Uint8Array
}
