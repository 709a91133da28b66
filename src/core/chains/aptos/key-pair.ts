/** An Aptos key pair that signs without giving out its private key. */
export interface AptosAccount {
  /** 0x and 64 hex digits in lower case. */
  readonly address: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** 64 bytes. */
  sign(message: Uint8Array): Uint8Array
}
