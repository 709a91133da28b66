import type { ChainClient, Chains, Compared } from '../../../src/core/chains/family/family.ts'

/** One of several RPCs that lead to the simulated chain. */
export interface SimulatedRpc {
  name: string
  /** What it answers in place of the truth; it is given the truth. */
  lies: (truth: ChainClient) => Partial<ChainClient>
  down: boolean
  /** Outvoted: no look is answered by it until it is put back. */
  leftOut: boolean
}

/** A list of RPCs before the simulated chain: the first that can be asked answers a look, the others are there to check it. */
export function simulatedRpcs(...names: string[]) {
  const rpcs = names.map((name): SimulatedRpc => ({ name, lies: () => ({}), down: false, leftOut: false }))
  const told: Compared[] = []

  function through(chains: Chains): Chains {
    const open = async (): Promise<ChainClient> => {
      const truth = await chains.client('practice', 'polygon')
      const by = (rpc: SimulatedRpc): ChainClient => {
        const client = { ...truth, ...rpc.lies(truth) }
        return { ...client, observe: (read) => read(client) }
      }
      return {
        ...truth,
        async observe(read) {
          const pinned = rpcs.find(({ down, leftOut }) => !down && !leftOut)
          if (!pinned) throw new Error('no RPC answers')
          const others = rpcs
            .filter((rpc) => rpc !== pinned)
            .map((rpc) => ({ name: rpc.name, client: async () => (rpc.down || rpc.leftOut ? null : by(rpc)) }))
          const compared = (result: Compared): void => {
            told.push(result)
            for (const rpc of rpcs) rpc.leftOut ||= result.outvoted.includes(rpc.name)
          }
          return read({
            ...by(pinned),
            ...(others.length > 0 && { witnesses: { asked: pinned.name, others, compared } }),
          })
        },
      }
    }
    return { ...chains, client: open, reader: open }
  }

  return {
    rpcs,
    told,
    through,
    of(name: string): SimulatedRpc {
      const found = rpcs.find((rpc) => rpc.name === name)
      if (!found) throw new Error(`there is no RPC ${name}`)
      return found
    },
  }
}
