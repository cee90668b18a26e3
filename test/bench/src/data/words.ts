const split = (words: string): readonly string[] => words.split(' ')

export const firstNames = split(
  'Ada Alan Grace Linus Edsger Barbara Donald Margaret Ken Dennis Radia Tim Vint Frances Jean Katherine Leslie Niklaus Tony John Maria Jose Ana Luis Sofia Pierre Claire Yuki Wei Priya Omar Fatima Olga Ivan Nia Kofi Ingrid Sven Aoife Liam',
)
export const lastNames = split(
  'Lovelace Turing Hopper Torvalds Dijkstra Liskov Knuth Hamilton Thompson Ritchie Perlman Lee Cerf Allen Bartik Johnson Lamport Wirth Hoare Backus Garcia Martinez Lopez Fernandez Silva Dubois Moreau Tanaka Zhang Patel Hassan Khan Ivanova Petrov Okafor Mensah Larsen Berg Byrne Murphy Novak Kowalski Rossi Bianchi Schmidt Weber Nguyen Kim Park Haddad',
)
export const countries = split('FR US DE GB ES IT JP CN IN BR NG PL SE NO IE VN KR EG ZA AU')
export const adjectives = split(
  'blue green fast slow heavy light small large round square smart plain bright dark soft hard open wide narrow deep',
)
export const things = split(
  'lamp chair desk phone cable screen mouse keyboard bottle jacket backpack helmet camera speaker drone watch tent knife boots glove',
)
export const industries = split('software retail finance health energy media')
export const customerStatuses = split('lead active suspended closed')
export const orderStatuses = split('pending paid shipped delivered cancelled')
