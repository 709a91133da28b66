import type { z } from 'zod'
import {
  type capsRequest,
  rates,
  type ratesRequest,
  signature,
  type signatureRequest,
  spendingCaps,
  spendingCapsList,
  withdrawal,
  withdrawalCheck,
  type withdrawalQuestion,
  type withdrawalRequest,
  withdrawals,
} from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import { seg } from './paths.ts'

/** The treasury, and the limits of what it spends. */
export function feeBalanceCalls({ get, send }: Caller) {
  return {
    caps: () => get(spendingCapsList, '/app/caps'),
    setCaps: (chain: string, caps: z.input<typeof capsRequest>) =>
      get(spendingCaps, `/app/caps/${seg(chain)}`, { method: 'PUT', json: caps }),
    /** Prices of coins in money, set by a person. */
    rates: () => get(rates, '/app/rates'),
    setRates: (given: z.input<typeof ratesRequest>) => get(rates, '/app/rates', { method: 'PUT', json: given }),
    withdrawals: () => get(withdrawals, '/app/withdrawals'),
    checkWithdrawal: (question: z.input<typeof withdrawalQuestion>) =>
      get(withdrawalCheck, '/app/withdrawals/check', { method: 'POST', json: question }),
    withdraw: (request: z.input<typeof withdrawalRequest>) =>
      get(withdrawal, '/app/withdrawals', { method: 'POST', json: request }),
    signMessage: (request: z.input<typeof signatureRequest>) =>
      get(signature, '/app/signatures', { method: 'POST', json: request }),
    cancelWithdrawal: (id: string) => send(`/app/withdrawals/${seg(id)}`, { method: 'DELETE' }),
  }
}
