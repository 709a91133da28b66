export { bytes, coins, count, counted, duration, moment, percent, shortAddress } from '../../../shared/format.ts'
