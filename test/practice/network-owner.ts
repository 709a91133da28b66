// A core in miniature, to be killed: opens a network, gives seven wei, makes a block, says so, and stays.
import pino from 'pino'
import { openPracticeNetwork } from '../../src/core/practice/network.ts'

const [, , stateDir = '', how = ''] = process.argv
const log = pino({ level: 'silent' })
const network = openPracticeNetwork({ chain: 'base', chainId: 8453, stateDir, log, blocks: 'manual' })
if (how === 'exit') process.on('exit', () => network.kill())
await network.start()
await network.fund('0x2222222222222222222222222222222222222222', 7n)
const head = await network.mine()
process.send?.({ pid: network.status().pid, head })
process.on('message', () => process.exit(0))
