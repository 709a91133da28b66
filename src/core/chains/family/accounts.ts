import type { InFlight } from './transactions.ts'

/** A text that was signed. */
export interface SignedText {
  /** The signed message: the text; on Aptos with the envelope of wallets. */
  message: string
  /** As wallets of the family write it: 0x-hex, or base58. */
  signature: string
  /** 0x-hex, where the address does not determine the verifying key; else null. */
  publicKey: string | null
}

/** Reads, and signs for, accounts: the project's own and others. */
export interface AccountsClient {
  /** The address that pays and mints for a project. */
  treasury(projectIndex: number): string
  balance(address: string): Promise<bigint>
  /** Signs a text with the treasury's key, as no transaction and no permission. @throws CoreError `signature.message` where that is impossible */
  signMessage(projectIndex: number, text: string): Promise<SignedText>
  /** The balance that an account must keep to be able to pay for transactions, smallest unit; absent: none. */
  kept?(): Promise<bigint>
  /** Practice networks only: fills the account when it runs low. */
  faucet?(address: string): Promise<void>
  /** Most that the account may have in flight now, by the chain's head and the account's code. */
  inFlight(address: string): Promise<InFlight>
  /** Which of these addresses are contracts now, in lower case; accounts with delegated code (EIP-7702) do not count. */
  contractsAmong(addresses: readonly string[]): Promise<Set<string>>
  /** Whether an address belongs to a program, so that it has no key; absent where `contractsAmong` says so. */
  isProgramsOwn?(address: string): Promise<boolean>
}
