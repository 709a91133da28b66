/** A Solana key pair that signs without giving out its secret key. */
export interface SolanaAccount {
  /** Base58. */
  readonly address: string
  /** 64 bytes. */
  sign(message: Uint8Array): Uint8Array
}
