/**
 * Accounts of the Solana Name Service as Solana's main cluster had them in 2026, base64: the registry's of four names and their records. They
 * are public data; they were captured by the tests of the wallet mallow (`sns_resolver_test.dart`). The registry's account of
 * vesting_lsdai_team2.sol is put together: of that one the owner alone was captured.
 */
export const snsRecorded = {
  sloth: {
    key: 'BQZBBSk1bXEqrRPJrsZSHxTVdFcEGFb8UeLSUoTKFoxY',
    registry:
      'PVPCSzg2DtOBOiPfst/YIKtYIct5KaONLqqyUug4JZUM5QlDopVhrM93Fsvi85zWS5M4MnFe2+ugZYdFIdDLcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    owner: 'sLTHMt3rEnnKNe6ixeSR41wNSDxVuDkfE1sKe9wfhFQ',
  },
  /** With a record of where to send, confirmed by that wallet. */
  bobtoshi: {
    registry:
      'PVPCSzg2DtOBOiPfst/YIKtYIct5KaONLqqyUug4JZVQ14uNAb3PI3OJLYgrpACsh+XRLFQk69dFkqVCgR9s6QAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    recordV2:
      '3zWMi4fz0qfjw1FM3alelznsr0h2M1xt1B2dS2I3Xxwa/X4WPHX766nOooHJFCwMxS6M+OTJ1WbsupZ/EhPyqhr9fhY8dfvrqc6igckULAzFLoz45MnVZuy6ln8SE/KqAQABACAAAABQ14uNAb3PI3OJLYgrpACsh+XRLFQk69dFkqVCgR9s6VDXi40Bvc8jc4ktiCukAKyH5dEsVCTr10WSpUKBH2zpUNeLjQG9zyNziS2IK6QArIfl0SxUJOvXRZKlQoEfbOk=',
    owner: '6SaFDExM2vpHrByZsQiox75iaWAbtyQdcbBKX9vrBbsE',
  },
  /** Wrapped in an NFT: the registry's owner is a program. */
  chiba: {
    registry:
      'PVPCSzg2DtOBOiPfst/YIKtYIct5KaONLqqyUug4JZUAAetKKzXTfdllV2q+0PuJg2OKo41KZa0XwSpEhE2g8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    nftRecord:
      'Av+BZqyhGxnYwpebBKHjFN6HCSN4AldEnahtXnFwjGm2VTohJ+bEgAB0JgEeg9+NpVkkpgEqNwsSUbFrLbheRib98cAQIRi4IrMwNrcldGl4nfsCfh/CDNOX50qAP/rB3M8=',
    mint: 'HGh7mRwADH6YecGpTgnGDpW9WKQZcLqrkbZPGNQHdgRc',
  },
  /** With the older kind of record, signed by the name's owner. */
  vesting: {
    recordV1:
      'JCJU2R8mmvNcOCdEFQ5GkiDKg3p4nwUCPTWa/T93tEvvvJJk9DA96wWxl/tt4LT1N+joEL7CIA5dpjmYqr6qyQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAOmZH7r8mU7G/UbmOkpaUk9p+gNFsdaRy78ELD/Ry8HFtlvafC2a34P5GTdlJVQuGf3yzmlmltyIfiHqB4lZD5gm1MhK8I1C82vMJZmb2VRCtji8JHxOWJxRs0CAOiN8M',
    registryOwner: 'H8qDPn7iMZCs8EBwhCHpBrXjvxWgnX6GUmsC2qQvmKvp',
    target: '4vy73qsxstL6q5rXWyCLEMJtdwrLH9vqacYm5Sbht8eU',
  },
} as const
