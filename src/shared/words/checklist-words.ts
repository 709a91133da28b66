import type { ChecklistStepName } from '../app-api/checklist.ts'

/** The title of each step of a live project's checklist, and the reason for it. */
export const checklistWords: Readonly<Record<ChecklistStepName, { title: string; why: string }>> = {
  backup: {
    title: 'Write down the 24 words',
    why: 'All keys of your live projects are made from them. Without them, a lost computer is lost money.',
  },
  storage: {
    title: 'Choose where pictures are kept',
    why: 'A chain keeps addresses of pictures, not pictures. Somebody has to serve them to the world.',
  },
  balance: {
    title: 'Fill the fee balance',
    why: 'Networks take a fee for every NFT. It is paid from an account of this project, which only you can fill.',
  },
  network: {
    title: 'Test the network',
    why: 'Before money is spent, the servers that lead to the network show that they are what they say.',
  },
  mint: {
    title: 'Mint one NFT to yourself',
    why: 'You see in your own wallet what your people will get, before there are many of them.',
  },
}
