import { sharedContracts } from '../app-api.ts'
import type { Caller } from '../http-client.ts'

/** Source verification of the contracts that collections share. */
export function sharedContractCalls({ get }: Caller) {
  return {
    sharedContracts: () => get(sharedContracts, '/app/contracts'),
    /** Default: the contracts of all networks in use. */
    verifyContracts: (chain?: string) =>
      get(sharedContracts, '/app/contracts/verify', { method: 'POST', json: chain === undefined ? {} : { chain } }),
    setEtherscanKey: (key: string | null) =>
      get(sharedContracts, '/app/contracts/etherscan-key', { method: 'PUT', json: { key } }),
  }
}
