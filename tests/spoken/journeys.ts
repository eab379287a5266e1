export interface Journey {
  name: string;
  at: string;
  /** Of the screen, in pixels. */
  width: number;
  /** A key or several at once, as X11 names them; what follows "type " is typed. */
  steps: readonly string[];
}

const desktop = 1280;
const phone = 390;

const times = (count: number, key = 'Tab'): string[] => Array.from({ length: count }, () => key);
/** Past the header, by the link that is there for it. */
const toContent = ['Tab', 'Return'];
const toPassword = [...toContent, 'Tab', 'type admin@example.com', 'Tab'];
const readPage = 'KP_Add';

export const journeys: readonly Journey[] = [
  { name: 'home', at: '/', width: desktop, steps: ['Tab', 'h', readPage] },
  {
    name: 'menu',
    at: '/about',
    width: phone,
    steps: [
      ...times(3),
      'Return',
      ...times(7),
      'Shift_L+Tab',
      'Return',
      'Escape',
      'Return',
      'Tab',
      'Return',
    ],
  },
  {
    name: 'price-checker',
    at: '/pricing',
    width: desktop,
    steps: [...toContent, 'Tab', 'Down', 'Down', 'End', 'Tab'],
  },
  {
    name: 'form',
    at: '/contact',
    width: desktop,
    steps: [
      ...toContent,
      ...times(10),
      'Return',
      'type Ann Lee',
      'Tab',
      'type ann@gmial.com',
      ...times(2),
      'Shift_L+Tab',
      'Return',
      'Tab',
      'type 713 555 0142',
      'Tab',
      'type Lee Roofing',
      'Tab',
      'Down',
      'Tab',
      'Tab',
      'space',
      ...times(3),
      'Return',
      ...times(3),
    ],
  },
  {
    name: 'staff',
    at: '/auth',
    width: desktop,
    steps: [
      ...toPassword,
      'type wrong password',
      'Return',
      'type leadwright',
      'Return',
      ...times(12),
    ],
  },
  {
    name: 'lead',
    at: '/auth',
    width: desktop,
    steps: [
      ...toPassword,
      'type leadwright',
      'Return',
      ...times(9),
      'Return',
      ...times(14),
      'Escape',
      'Shift_L+slash',
      'Tab',
    ],
  },
];
