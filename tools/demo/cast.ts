// Who works at Brackenford. Names and trades only; nothing of how they are stored belongs in here.

export type RoleName = 'Owner' | 'Admin' | 'People manager' | 'Communicator';

export interface Member {
  /** Unique among the sixty: scenes call people by it. */
  readonly first: string;
  readonly last: string;
  readonly title: string;
  readonly site: Site;
  /** First name of whom they report to; empty for the managing director. */
  readonly manager: string;
  /** `YYYY-MM-DD` */
  readonly joined: string;
  readonly born: string;
  readonly skills: readonly string[];
  readonly role?: RoleName;
  readonly account?: 'INVITED' | 'INACTIVE' | 'SUSPENDED';
}

export const sites = [
  'Head office',
  'Mill Lane',
  'Harbour depot',
  'Quayside',
  'Market Street',
  'Station Road',
] as const;
export type Site = (typeof sites)[number];

export const DOMAIN = 'brackenford.example';

/** `Jonas Aldén` → `jonas.alden@brackenford.example`. */
export const addressOf = ({ first, last }: Pick<Member, 'first' | 'last'>): string =>
  `${first}.${last}`
    .toLowerCase()
    .replace('ł', 'l')
    .replace('ø', 'o')
    .normalize('NFD')
    .replace(/[^a-z.-]/g, '')
    .concat('@', DOMAIN);

/** One line a person: name; title; site; manager; joined; born; skills. */
const lines: Record<Site, string> = {
  'Head office': `
    Freya Halvorsen; Managing director; ; 2009-09-01; 1974-05-19; Sourdough, Budgets, Danish
    Priya Raman; People partner; Freya; 2018-01-15; 1986-10-02; Coaching, Employment law, Hindi
    Rosa Lindqvist; Communications lead; Freya; 2020-03-09; 1990-06-24; Writing, Photography
    Gwen Tarrant; Buyer; Freya; 2015-05-11; 1979-02-08; Flour contracts, Allotments
    Devan Pillai; Software engineer; Hana; 2021-08-02; 1994-12-11; TypeScript, Label printers
    Hana Sugimoto; Data analyst; Freya; 2019-11-04; 1991-03-30; SQL, Forecasting, Japanese
    Ling Zhao; Packaging designer; Freya; 2020-10-12; 1993-07-15; Illustration, Paper, Mandarin
    Ruth Abernathy; Payroll; Priya; 2012-04-02; 1968-08-27; Payroll, Pensions
    Edwin Oyelaran; Finance manager; Freya; 2014-02-03; 1977-01-05; Costing, Cricket
    Saoirse Kelly; Customer care; Rosa; 2022-06-20; 1998-04-14; Patience, Sign language
    Magnus Thorne; Wholesale manager; Freya; 2017-09-18; 1982-11-21; Hotels, Negotiation
    Yara Khalil; Office coordinator; Priya; 2023-02-13; 1999-09-09; Events, Arabic, First aid
  `,
  'Mill Lane': `
    Amara Nwosu; Operations manager; Freya; 2013-06-03; 1981-09-17; Planning, Lean baking, Igbo
    Tomasz Wieliczko; Head baker; Amara; 2010-10-25; 1976-04-28; Rye, Starters, Polish
    Ines Okafor; Shift lead; Tomasz; 2019-04-01; 1992-01-23; Viennoiserie, Rotas, First aid
    Kwame Mensah; Maintenance engineer; Amara; 2021-03-15; 1988-03-12; Ovens, Electrics, First aid
    Nell Whitcombe; Apprentice baker; Ines; 2025-09-08; 2006-11-30; Laminating, Learning fast
    Omar Haddad; Quality lead; Amara; 2016-08-22; 1984-07-04; HACCP, Allergens, Audits
    Leo Castellane; Product developer; Tomasz; 2020-01-06; 1990-12-19; Chocolate, Tasting, Italian
    Salma Idrissi; Baker; Ines; 2021-05-17; 1996-02-16; Flatbreads, French, Arabic
    Bartek Nowak; Baker; Ines; 2018-07-30; 1989-10-08; Rye, Weights, Polish
    Chidi Eze; Night baker; Tomasz; 2022-01-10; 1993-05-06; Night shifts, Bass guitar
    Marguerite Dubois; Pastry chef; Tomasz; 2017-03-27; 1980-08-13; Sugar work, French
    Ravi Sundaram; Dough room lead; Tomasz; 2015-11-02; 1983-12-03; Hydration, Tamil
    Hettie Barlow; Packer; Lorna; 2023-10-02; 2001-06-18; Labels, Crochet
    Lorna Fairweather; Packing lead; Amara; 2014-09-15; 1975-03-22; Packing, First aid
    Viktor Petrov; Packer; Lorna; 2022-11-21; 1987-09-29; Pallets, Chess
    Abena Owusu; Hygiene team; Omar; 2019-02-25; 1985-05-31; Deep cleans, Twi, Choir
    Finlay McCrae; Apprentice baker; Ines; 2025-09-08; 2007-01-14; Enthusiasm
    Delphine Achterberg; Cake decorator; Marguerite; 2018-05-14; 1991-11-07; Piping, Dutch
    Joaquin Morales; Night baker; Tomasz; 2020-06-01; 1986-06-06; Brioche, Spanish
    Wendy Blackwood; Canteen cook; Amara; 2011-01-17; 1966-12-24; Soup, Everything with potatoes
    Isla Pemberton; Lab technician; Omar; 2023-04-17; 1997-08-08; Shelf life, Microscopes
    Suleiman Bakare; Night shift lead; Tomasz; 2016-04-11; 1978-10-15; Night shifts, Rotas, Hausa
  `,
  'Harbour depot': `
    Jonas Aldén; Delivery planner; Amara; 2018-10-08; 1987-02-27; Routes, Swedish, Sailing
    Callum Reid; Driver; Jonas; 2022-03-04; 1990-09-12; Country lanes, Reversing
    Mateo Rivas; Warehouse; Jonas; 2021-01-18; 1995-04-03; Forklift, Spanish, Allotments
    Aled Prosser; Driver; Jonas; 2014-06-16; 1972-07-20; Early starts, Welsh, Male voice choir
    Nadia Benali; Driver; Jonas; 2023-08-14; 1998-10-26; City routes, French
    Gordon Tait; Van mechanic; Jonas; 2010-03-22; 1965-01-11; Diesels, Electrics
    Precious Dlamini; Warehouse lead; Jonas; 2017-12-04; 1984-05-13; Forklift, First aid, Zulu
    Rhys Vaughan; Driver; Jonas; 2024-05-07; 2000-03-08; Podcasts, Coast road
    Oksana Melnyk; Stock controller; Precious; 2022-09-26; 1989-06-02; Counting twice, Ukrainian
  `,
  Quayside: `
    Beatriz Moura; Shop manager; Magnus; 2016-02-29; 1985-08-05; Windows, Regulars, Portuguese
    Theo Lambourne; Barista; Beatriz; 2023-05-29; 2002-02-19; Flat whites, Skateboards
    Kezia Thompson; Sales assistant; Beatriz; 2021-09-13; 1999-12-01; Regulars, Choir
    Arthur Penrose; Sales assistant; Beatriz; 2019-07-01; 1958-04-16; Crosswords, Everybody’s name
    Mei Tanaka; Sales assistant; Beatriz; 2024-10-14; 2004-07-27; Wrapping, Japanese
  `,
  'Market Street': `
    Dolores Quinn; Shop manager; Magnus; 2012-11-12; 1971-09-03; Market days, First aid
    Hamza Sheikh; Barista; Dolores; 2022-04-25; 1997-01-28; Latte art, Urdu
    Poppy Ashdown; Sales assistant; Dolores; 2023-11-06; 2003-05-22; Bicycles, Chalkboards
    Emeka Obi; Sales assistant; Dolores; 2020-08-17; 1994-10-10; Football, Sandwiches
    Clara Vestergaard; Trainee manager; Dolores; 2024-01-22; 1996-03-17; Danish, Spreadsheets
  `,
  'Station Road': `
    Marcus Adeyemi; Shop manager; Magnus; 2019-01-28; 1988-06-29; Rush hours, Trains
    Bronwen Hughes; Barista; Marcus; 2021-11-15; 1995-11-18; Coffee, Welsh, Rugby
    Sanjay Kulkarni; Sales assistant; Marcus; 2022-07-11; 1992-09-24; Marathi, Running
    Tilly Marchant; Sales assistant; Marcus; 2024-03-18; 2005-12-05; Window displays
    Agnieszka Zielińska; Sales assistant; Marcus; 2020-12-07; 1983-02-02; Cakes, Polish
    Noor Rahman; Weekend assistant; Marcus; 2025-10-20; 2007-08-30; Physics, Doughnuts
    Jem Sorrell; Weekend assistant; Marcus; 2025-11-10; 2008-01-25; Drums
  `,
};

const roles: Readonly<Record<string, RoleName>> = {
  Freya: 'Owner',
  Amara: 'Admin',
  Priya: 'People manager',
  Rosa: 'Communicator',
};
const accounts: Readonly<Record<string, NonNullable<Member['account']>>> = {
  Ruth: 'INACTIVE',
  Jem: 'INVITED',
  Noor: 'INVITED',
  Viktor: 'SUSPENDED',
};

function memberOf(line: string, site: Site): Member {
  const [name = '', title = '', manager = '', joined = '', born = '', skills = ''] = line
    .split(';')
    .map((part) => part.trim());
  const [first = '', last = ''] = name.split(' ');
  const role = roles[first];
  const account = accounts[first];
  return {
    first,
    last,
    title,
    site,
    manager,
    joined,
    born,
    skills: skills.split(', '),
    ...(role && { role }),
    ...(account && { account }),
  };
}

/** Managers come before those who report to them. */
export const cast: readonly Member[] = byRank(
  sites.flatMap((site) =>
    lines[site]
      .trim()
      .split('\n')
      .map((line) => memberOf(line, site)),
  ),
);

function byRank(members: readonly Member[]): Member[] {
  const known = new Map(members.map((member) => [member.first, member]));
  const depth = ({ manager }: Member): number => {
    const above = known.get(manager);
    return above ? depth(above) + 1 : 0;
  };
  return members.toSorted((a, b) => depth(a) - depth(b));
}
