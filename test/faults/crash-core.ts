/** A core to be killed: a process of its own, with small batches and quick blocks. Arguments: the data folder, and `CrashCoreOptions` as JSON. */
import { flushCompileCache } from 'node:module'
import { openCore } from '../../src/core/index.ts'
import { programFiles } from '../../src/core/program-files.ts'
import { coreOptions, root } from '../core/trial-core.ts'
import { aptosFaults } from './aptos-faults.ts'
import type { CrashCoreOptions } from './killed-core.ts'
import { openProxy } from './proxy.ts'
import { openRestProxy } from './rest-proxy.ts'
import { solanaFaults } from './solana-faults.ts'

const dataDir = process.argv[2] ?? ''
const options = JSON.parse(process.argv[3] ?? '{}') as CrashCoreOptions
const {
  blocks,
  mintsPerBatch,
  transactionsInFlight = 6,
  killAt,
  env = {},
  confirmations,
  solanaFaults: faults,
  aptosFaults: faultsOfAptos,
} = options
const programs = process.env.MINTDESK_SOLANA_PROGRAMS
const proxy = faults === undefined ? undefined : await openProxy()
if (proxy && faults) solanaFaults(proxy, faults)
const restProxy = faultsOfAptos === undefined ? undefined : await openRestProxy()
if (restProxy && faultsOfAptos) aptosFaults(restProxy, faultsOfAptos)
let passages = 0
const core = await openCore(
  coreOptions(dataDir, {
    env: { ...env, ...(programs === undefined ? {} : { MINTDESK_SOLANA_PROGRAMS: programs }) },
    trial: {
      blocks,
      rowsAtOnce: 16,
      slotMs: blocks,
      programFile: programFiles(root, options.programs),
      chains: {
        limits: { mintsPerBatch, transactionsInFlight },
        ...(confirmations === undefined ? {} : { confirmations, pollMs: 100 }),
        ...(proxy && {
          solanaRpcUrl(url) {
            proxy.target = url
            return proxy.url
          },
        }),
        ...(restProxy && {
          aptosRpcUrl(url) {
            restProxy.target = url
            return restProxy.url
          },
        }),
      },
      point(name) {
        if (name === killAt?.point && ++passages === killAt.passage) process.kill(process.pid, 'SIGKILL')
      },
    },
  }),
)
process.stdout.write(`${core.url}\n`)
// One that is killed keeps nothing for the next start.
flushCompileCache()
setInterval(() => undefined, 60_000)
