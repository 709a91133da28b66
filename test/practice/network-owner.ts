// A core in miniature, to be killed: opens a network, gives seven wei, makes a block, says so, and stays. Does what it is told: `end`, `mine`,
// `busy` (whoever waits for the disk waits from now on), `{fund}`.
import { pbkdf2 } from 'node:crypto'
import pino from 'pino'
import { openPracticeNetwork } from '../../src/core/practice/network.ts'

const [, , stateDir = '', how = '', blocks = 'manual'] = process.argv
const log = pino({ level: 'silent' })
const network = openPracticeNetwork({
  ...{ chain: 'base', chainId: 8453, stateDir, log },
  blocks: blocks === 'manual' ? blocks : Number(blocks),
})
if (how === 'exit') process.on('exit', () => network.kill())
const { rpcUrl } = await network.start()
await network.fund('0x2222222222222222222222222222222222222222', 7n)
const head = blocks === 'manual' ? await network.mine() : 0
process.send?.({ pid: network.status().pid, head, rpcUrl })
process.on('message', (told: 'end' | 'mine' | 'busy' | { fund: `0x${string}` }) => {
  if (told === 'end') process.exit(0)
  else if (told === 'mine') void network.mine()
  // Files are written by threads, of which the test leaves it one.
  else if (told === 'busy') pbkdf2('', '', 200_000_000, 64, 'sha512', () => undefined)
  else void network.give(told.fund, 10n ** 18n).then(() => process.send?.('funded'))
})
// Its starter may have gone meanwhile.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
