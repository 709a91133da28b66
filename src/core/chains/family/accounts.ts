import type { InFlight } from './transactions.ts'

/** A text that was signed. */
export interface SignedText {
  /** What was signed: the text, or on Aptos what wallets put around it. */
  message: string
  /** As wallets of the family write it: 0x-hex, or base58. */
  signature: string
  /** 0x-hex, where the address does not tell with which key it is checked; else null. */
  publicKey: string | null
}

/** What is asked of accounts, the project's own and others. */
export interface AccountsClient {
  /** The address that pays and mints for a project. */
  treasury(projectIndex: number): string
  balance(address: string): Promise<bigint>
  /** A text signed with the treasury's key, in a form that is no transaction and no permission. @throws CoreError `signature.message` where it has none */
  signMessage(projectIndex: number, text: string): Promise<SignedText>
  /** What an account must keep so that it can pay for transactions, smallest unit; absent: nothing. */
  kept?(): Promise<bigint>
  /** Practice networks only: fills the account when it runs low. */
  faucet?(address: string): Promise<void>
  /** Most that the account may have in flight now, as the chain's head and the account's code say. */
  inFlight(address: string): Promise<InFlight>
  /** Which of these addresses are contracts now, in lower case; wallets that lent themselves code are none. */
  contractsAmong(addresses: readonly string[]): Promise<Set<string>>
  /** Whether an address belongs to a program and has no key; absent where `contractsAmong` tells. */
  isProgramsOwn?(address: string): Promise<boolean>
}
