import { base58 } from '@scure/base'
import { PublicKey, SystemProgram } from '@solana/web3.js'
import { expect, it } from 'vitest'
import type { SolanaRpc } from '../../../src/core/chains/solana/rpc/rpc.ts'
import { compileMessage, signTransaction } from '../../../src/core/chains/solana/transactions/message.ts'
import { createPreparer } from '../../../src/core/chains/solana/transactions/prepare.ts'
import { coinTo, isProgramsOwn } from '../../../src/core/chains/solana/transactions/send-coin.ts'
import { type Machine, openMachine } from '../../../src/core/practice/solana/machine.ts'
import { openKeyring } from '../../../src/core/wallets/keyring.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'

const system = '1'.repeat(32)
const sol = 1_000_000_000n
const to = solanaRecipientOf(1)

const words = 'test test test test test test test test test test test junk'

/** A node over Solana's own machine, which needs no programs to move coin. */
function nodeOver(machine: Machine): SolanaRpc {
  const answer = (method: string, params: readonly unknown[]): unknown => {
    const context = { slot: 1 }
    if (method === 'getRecentPrioritizationFees') return []
    if (method === 'getBalance') return { context, value: Number(machine.balance(base58.decode(String(params[0])))) }
    const { fault, logs, units } = machine.simulate(Buffer.from(String(params[0]), 'base64'), true, false)
    return { context, value: { err: fault, logs, unitsConsumed: units } }
  }
  return {
    call: async (method, params, schema) => schema.parse(answer(method, params)),
    many: async (method, all, schema) => all.map((params) => schema.parse(answer(method, params))),
  }
}

it('coin of the treasury arrives, for what the call says that it costs', async () => {
  const machine = openMachine([], null)
  const { solana } = await openKeyring(words)
  const treasury = solana.treasury(0)
  const key = base58.decode(treasury.address)
  machine.setAccount(key, {
    ...{ lamports: 10n * sol, data: new Uint8Array(), owner: base58.decode(system), executable: false },
  })
  const call = await createPreparer().prepare(
    nodeOver(machine),
    treasury.address,
    coinTo(treasury.address, to, sol),
    async () => 0n,
  )
  expect([call.value, BigInt(call.extra ?? 0)]).toEqual([sol.toString(), 5_000n])
  const raw = signTransaction(Buffer.from(call.data.slice(2), 'hex'), [treasury])
  expect(machine.execute(raw, true).fault).toBeNull()
  expect(machine.balance(base58.decode(to))).toBe(sol)
  expect(machine.balance(key)).toBe(10n * sol - sol - 5_000n)
})

it('more than there is is refused by the chain, and nothing moves', async () => {
  const machine = openMachine([], null)
  const treasury = (await openKeyring(words)).solana.treasury(0)
  machine.setAccount(base58.decode(treasury.address), {
    ...{ lamports: sol, data: new Uint8Array(), owner: base58.decode(system), executable: false },
  })
  const { instructions } = coinTo(treasury.address, to, sol)
  const message = compileMessage(treasury.address, instructions, { units: 10_000, price: 0n })
  expect(machine.execute(signTransaction(message, [treasury]), true).fault).not.toBeNull()
  expect(machine.balance(base58.decode(to))).toBe(0n)
})

it('tells an address that has no key of its own', async () => {
  const treasury = (await openKeyring(words)).solana.treasury(0).address
  // Of an account that a program keeps, and of one that no key can have (off the curve): one that is derived for a program.
  expect(isProgramsOwn(treasury, null)).toBe(false)
  expect(isProgramsOwn(treasury, system)).toBe(false)
  expect(isProgramsOwn(treasury, 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')).toBe(true)
  const [derived] = PublicKey.findProgramAddressSync([Buffer.from('a seed')], SystemProgram.programId)
  expect(isProgramsOwn(derived.toBase58(), null)).toBe(true)
})
