/** A transaction that waits and is replaced by the same with a higher price: one of the two is there, whenever the process is killed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mnemonicToSeedSync } from '@scure/bip39'
import { afterEach, expect, it } from 'vitest'
import { coinPayload } from '../../../src/core/chains/aptos/scripts/payloads.ts'
import { signedBytes, transactionOf } from '../../../src/core/chains/aptos/transactions/signing.ts'
import { openAptosChain, practiceChainId } from '../../../src/core/practice/aptos/ledger/chain.ts'
import { readSigned } from '../../../src/core/practice/aptos/pool/signed.ts'
import { type AptosLedger, openAptosLedger } from '../../../src/core/store/installation/aptos-ledger.ts'
import { openAptosKeys } from '../../../src/core/wallets/aptos-keys.ts'

const dir = mkdtempSync(join(tmpdir(), 'mintdesk-replaced-'))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const sender = openAptosKeys(
  mnemonicToSeedSync('test test test test test test test test test test test junk'),
).treasury(0)

/** The same transfer, at this price. */
function at(price: bigint) {
  const parts = { chainId: practiceChainId, sender: sender.address, sequence: 0, units: 50_000n, price }
  return readSigned(signedBytes(transactionOf(coinPayload(`0x${'b'.repeat(64)}`, 1n), parts), sender, null))
}

it('waits still where the process is killed before its replacement is on disk', () => {
  const file = join(dir, 'ledger.db')
  const open = () => openAptosLedger(file, { began: 1, salt: 'salt' })
  const ledger = open()
  let isKilled = false
  const killed: AptosLedger = {
    ...ledger,
    addWaiting(...of) {
      if (isKilled) throw new Error('SIGKILL')
      ledger.addWaiting(...of)
    },
  }
  const chain = openAptosChain({ ledger: killed, clock: Date.now })
  chain.give(sender.address, 100_000_000n)
  const first = at(100n)
  expect(chain.submit(first)).toMatchObject({ kind: 'pending' })
  isKilled = true
  expect(() => chain.submit(at(200n))).toThrow('SIGKILL')
  ledger.close()
  const again = open()
  const after = openAptosChain({ ledger: again, clock: Date.now })
  expect(after.commit()).toBe(1)
  expect(again.byHash(first.hash)).toMatchObject({ output: { success: true } })
  again.close()
})
