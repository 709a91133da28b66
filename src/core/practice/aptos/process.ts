/** The process of a practice network of Aptos: a REST server over a simulated chain. */
import { serveNode } from '../node/serve-node.ts'
import { nodeStart, openAptosNode } from './node.ts'

void serveNode((start, goesOn) => openAptosNode({ ...nodeStart.parse(start), goesOn }))
