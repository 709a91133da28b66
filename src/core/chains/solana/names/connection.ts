import { type AccountInfo, Connection, PublicKey, SolanaJSONRPCError } from '@solana/web3.js'
import { accountsAnswer, holdersAnswer } from '../rpc/answers.ts'
import { type SolanaRpc, SolanaRpcError } from '../rpc/rpc.ts'

interface Question {
  keys: readonly string[]
  answer(accounts: (AccountInfo<Buffer> | null)[]): void
  fail(error: unknown): void
}

/**
 * Answers the queries of SNS's library to web3.js's connection from the network's RPCs, at the commitment `finalized`. Parallel lookups share one
 * request, sent as soon as each of them waits for accounts.
 */
export class NamesConnection extends Connection {
  /** The newest finalized slot of any answer; 0 before the first. */
  slot = 0
  private readonly pool: () => Promise<SolanaRpc>
  private questions: Question[] = []
  private atWork = 0

  constructor(pool: () => Promise<SolanaRpc>) {
    // Nothing is sent to this URL: the methods below are overridden.
    super('http://localhost')
    this.pool = pool
  }

  /** Runs the lookup of one name, which may ask for accounts. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.atWork++
    try {
      return await work()
    } finally {
      this.atWork--
      this.askIfAllWait()
    }
  }

  override getMultipleAccountsInfo(keys: PublicKey[]): Promise<(AccountInfo<Buffer> | null)[]> {
    return new Promise((answer, fail) => {
      this.questions.push({ keys: keys.map((key) => key.toBase58()), answer, fail })
      this.askIfAllWait()
    })
  }

  override async getAccountInfo(key: PublicKey): Promise<AccountInfo<Buffer> | null> {
    const [account] = await this.getMultipleAccountsInfo([key])
    return account ?? null
  }

  override async getTokenLargestAccounts(mint: PublicKey) {
    const node = await this.pool()
    try {
      const at = [mint.toBase58(), { commitment: 'finalized' }]
      const { context, value } = await node.call('getTokenLargestAccounts', at, holdersAnswer)
      const none = { decimals: 0, uiAmount: null }
      return { context, value: value.map((one) => ({ ...none, ...one, address: new PublicKey(one.address) })) }
    } catch (error) {
      // The library recognises a missing mint by this error.
      if (error instanceof SolanaRpcError) throw new SolanaJSONRPCError({ code: error.code, message: error.message })
      throw error
    }
  }

  private askIfAllWait(): void {
    if (this.questions.length === 0 || this.questions.length < this.atWork) return
    const asked = this.questions.splice(0)
    this.ask(asked.flatMap(({ keys }) => keys)).then(
      (accounts) => {
        for (const { keys, answer } of asked) answer(accounts.splice(0, keys.length))
      },
      (error: unknown) => {
        for (const { fail } of asked) fail(error)
      },
    )
  }

  private async ask(keys: readonly string[]): Promise<(AccountInfo<Buffer> | null)[]> {
    const node = await this.pool()
    const at = { encoding: 'base64', commitment: 'finalized' }
    const found: (AccountInfo<Buffer> | null)[] = []
    for (let from = 0; from < keys.length; from += accountsAtOnce) {
      const part = keys.slice(from, from + accountsAtOnce)
      const { context, value } = await node.call('getMultipleAccounts', [part, at], accountsAnswer)
      if (value.length !== part.length) throw new Error('the node left out an account')
      this.slot = Math.max(this.slot, context.slot)
      for (const one of value) {
        const data = Buffer.from(one?.data[0] ?? '', 'base64')
        // An account that holds only coin is no name: anybody can send coin to a name's address.
        const account = one && data.length > 0 ? { ...one, data, owner: new PublicKey(one.owner) } : null
        found.push(account && { ...account, executable: false })
      }
    }
    return found
  }
}

/** Solana's own: most accounts in one call. */
const accountsAtOnce = 100
