import { base58 } from '@scure/base'
import { z } from 'zod'
import type { MachineAccount } from './machine.ts'

export const accountOptions = z
  .object({
    encoding: z.string().optional(),
    dataSlice: z.object({ offset: z.int(), length: z.int() }).nullish(),
  })
  .loose()
  .nullish()
export type AccountOptions = z.infer<typeof accountOptions>

const tokenPrograms: Readonly<Record<string, string>> = {
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'spl-token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'spl-token-2022',
}

/** An account in the shape of an RPC node's answer. */
export function accountJson(account: MachineAccount | null, options: AccountOptions): unknown {
  if (account === null) return null
  const { lamports, owner, executable } = account
  const whole = Buffer.from(account.data)
  const slice = options?.dataSlice
  const data = slice ? whole.subarray(slice.offset, slice.offset + slice.length) : whole
  const program = base58.encode(owner)
  return {
    data:
      (options?.encoding === 'jsonParsed' ? parsedToken(program, whole) : undefined) ??
      (options?.encoding === 'base58' ? [base58.encode(data), 'base58'] : [data.toString('base64'), 'base64']),
    executable,
    lamports: Number(lamports),
    owner: program,
    // Rent-exempt, as all accounts are: the largest number that both JSON parsers and Rust's 64 bits take.
    rentEpoch: 2 ** 64 - 2048,
    space: whole.length,
  }
}

const tokenAccountBytes = 165
const mintBytes = 82

/** Token accounts and mints as nodes parse them: enough for wallets' lists. */
function parsedToken(owner: string, data: Buffer): unknown {
  const program = tokenPrograms[owner]
  if (program === undefined) return undefined
  const address = (at: number) => base58.encode(data.subarray(at, at + 32))
  if (data.length === tokenAccountBytes || (data.length > tokenAccountBytes && data[tokenAccountBytes] === 2)) {
    const amount = data.readBigUInt64LE(64)
    const info = {
      mint: address(0),
      owner: address(32),
      tokenAmount: {
        ...{ amount: amount.toString(), decimals: 0 },
        ...{ uiAmount: Number(amount), uiAmountString: amount.toString() },
      },
      state: ['uninitialized', 'initialized', 'frozen'][data[108] ?? 0],
      isNative: data.readUInt32LE(109) === 1,
    }
    return { program, space: data.length, parsed: { type: 'account', info } }
  }
  if (data.length !== mintBytes && !(data.length > tokenAccountBytes && data[tokenAccountBytes] === 1)) return undefined
  const info = {
    mintAuthority: data.readUInt32LE(0) === 0 ? null : address(4),
    supply: data.readBigUInt64LE(36).toString(),
    decimals: data[44],
    isInitialized: data[45] === 1,
    freezeAuthority: data.readUInt32LE(46) === 0 ? null : address(50),
  }
  return { program, space: data.length, parsed: { type: 'mint', info } }
}
