/** A key pair of Aptos'; what is handed out signs, or is public. */
export interface AptosAccount {
  /** 0x and 64 hex digits in lower case. */
  readonly address: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** 64 bytes. */
  sign(message: Uint8Array): Uint8Array
}
