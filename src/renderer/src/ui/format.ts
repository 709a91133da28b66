export { bytes, coins, count, counted, duration, moment, shortAddress } from '../../../shared/format.ts'
