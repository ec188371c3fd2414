// The passwords that are tried first, in lower case. Variations with digits, signs and look-alikes around them are found by
// the rules of strength.ts, so mostly the bare word stands here.

const LIST = `
123123 123123123 12312312 1234qwer 123qwe 123qweasd 123qweasdzxc 12345qwert 123abc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
1qaz2wsx3edc 1qazxsw2 1qaz!qaz 11223344 1122334455 112233 121212 12121212 131313 13131313 147258 147258369 147852 147852369 159357 159753
123654 123654789 123698745 12341234 1234512345 123321 12344321 123456a 123456q 12qwaszx 123465 124578 134679 135790 142536 143143 151515
159951 159159 171717 181818 191919 19841984 19851985 19861986 19871987 19881988 19891989 19901990 202020 212121 232323 242424 252525 258456
272727 282828 292929 303030 313131 321321 321654 321654987 323232 369258147 420420 424242 434343 454545 456123 456456 456789123 464646 474747
484848 494949 505050 515151 525252 535353 545454 565656 585858 606060 616161 626262 636363 646464 654321987 656565 676767 686868 696969
707070 717171 727272 737373 741852 741852963 747474 753951 757575 767676 777888 787878 789123 789456 789456123 7895123 797979 808080 818181
828282 838383 848484 852456 858585 868686 878787 898989 909090 951753 959595 963852 963852741 969696 979797 987456 987456321 987654 98769876
a12345 a123456 a1234567 a12345678 a123456789 aa123456 aa12345678 abc123 abc12345 abc123456 abcd1234 abcd12345 abcdef123 abc123abc asd123
asd123asd asdf1234 asdfasdf asdfghjk asdfghjkl asdfqwer asdqwe asdqwe123 asdzxc azerty azertyuiop azertyui
admin admin123 admin1234 admin12345 administrator adminadmin root rootroot toor guest guestguest user useruser username login loginlogin
letmein letmeinnow welcome welcomeback welkom willkommen bienvenue bienvenido password passwords passwordpassword passw passwort passwd pass
passpass passport passphrase password123 mypassword newpassword nopassword thepassword yourpassword changeme changemenow changeit default
secret secrets secretpassword topsecret mysecret access accessgranted master mastermaster masterkey server system systems test testtest
testing tester testpass testpassword temp temporary temppass demo demodemo example sample trustno trustme trustnoone iloveyou iloveu ilovey
iloveyouso iloveme iloveyoubaby ilovemyself loveyou lovelove loveme lovely lover lovers mylove truelove
qwerty qwertyuiop qwertyui qwerty123 qwerty12 qwertz qwertzuiop qwertzui qwerasdf qwerqwer qwertyqwerty qweqwe qweasd qweasdzxc qwe123 qwer1234
qazwsx qazwsxedc qazwsx123 qazxsw q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q1q1q1 qwaszx wsxedc zaq12wsx zaq1zaq1 zaqwsx zxcasdqwe zxcvbn
zxcvbnm zxcvbnm123 zxczxc zxcv1234 poiuytrewq poiuyt lkjhgfdsa lkjhgf mnbvcxz mnbvcx 0987654321 09876543 poilkjmnb plokijuh okmijnuhb
abcabc abcabcabc aaabbb aabbcc aaa111 abcdabcd a1b2c3 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 aaaa1111 xyzxyz asdasd asdasdasd qweqweqwe zxczxczxc
monkey dragon dragons sunshine princess princesa prince football baseball basketball softball volleyball hockey soccer tennis golfer golfing
superman batman spiderman ironman wolverine xmen avengers superstar supersonic superuser supervisor shadow shadows michael michelle jennifer
jessica jordan joshua charlie andrew daniel thomas robert matthew anthony william ashley nicole amanda samantha elizabeth victoria alexander
alexandra alexandre alexis benjamin christian christopher christine christina dominic edward frances gabriel george hannah heather isabella
jackson jasmine jonathan joseph justin katherine kimberly lauren madison martin melissa natalie natasha nicholas oliver olivia patrick peter
rachel rebecca richard samuel sandra sarah scott sebastian simone sophie stephanie stephen steven tiffany timothy vanessa veronica vincent
maggie ginger pepper buster tigger tiger tigers eagle eagles falcon falcons lion lions bulldog bulldogs panther panthers cowboy cowboys
yankees redsox lakers steelers packers rangers chicago chelsea liverpool arsenal manchester manutd everton barcelona realmadrid juventus
bayern dortmund celtic newcastle westham tottenham
computer computers internet network windows microsoft apple iphone android samsung google facebook twitter youtube instagram linkedin
whatsapp netflix spotify amazon yahoo hotmail gmail outlook office office365 excel minecraft fortnite roblox pokemon pikachu nintendo
playstation xbox starwars startrek matrix gandalf hobbit frodo merlin hogwarts harrypotter potter lordoftherings
summer winter spring autumn january february march april may june july august september october november december monday tuesday wednesday
thursday friday saturday sunday weekend holiday christmas halloween birthday happybirthday newyear
hello hellohello helloworld hello123 hithere goodbye goodluck goodmorning goodnight thankyou please sorry happy happiness smile laughter
freedom liberty justice peace peaceful heaven angel angels angelo diablo devil demon satan jesus jesuschrist christ godisgood godbless faith
hope blessed blessing grace gracie trinity
whatever whatwhat nothing something anything everything everyone nobody somebody forever forever21 always never nevermind remember
cookie cookies chocolate cheese banana bananas orange apples cherry cherries strawberry peanut pumpkin butter butterfly biscuit coffee
flower flowers rose roses sunflower daisy lily purple yellow green silver golden diamond diamonds crystal rainbow rainbows
mustang ferrari porsche mercedes corvette camaro harley yamaha kawasaki honda toyota nissan subaru suzuki ducati bmw audi
london paris berlin madrid newyork california florida texas america american england australia canada germany france brasil brazil mexico
argentina russia moscow poland india china japan tokyo
killer hunter ranger warrior phoenix samurai ninja ninjas pirate pirates wizard knight soldier marine marines captain commander general
blahblah blahblahblah bismillah mother father mommy daddy family brother sister grandma bestfriend friends friend babygirl babyboy
sweetheart sweetie sweety darling honey kisses hottie cutie
fuckyou fuckoff fucker asshole bitch bullshit shithead motherfucker pussy sexy sexsex
creative company business manager marketing sales support service customer employee employees staff team teamwork security secure
finance account accounting invoice payment money millionaire success winner champion champions victory legend legends
rockstar rocknroll metallica nirvana slipknot eminem madonna beatles guitar piano music musical dancer dancing singer
bonjour salut amour jetaime soleil chouchou doudou motdepasse azertyazerty contrasena contraseña teamo tequiero hola amor amigo amigos
familia corazon estrella hallo hallohallo schatz passwort123 geheim fussball sommer
parola ciao ciaociao amore juventus napoli senha senha123 brasil flamengo corinthians palmeiras saopaulo haslo hasło polska kochanie
privet parol marina natasha svetlana
asdfgh asdfghj asdfg zxcvb qwert yuiop hjklhjkl fghjkl vbnm dfghjk tyuiop ghjkl
a1234 p4ssword pa55word pa55w0rd p455w0rd passw0rd p@ssword p@ssw0rd p@$$w0rd l3tm31n adm1n dr0wssap drowssap nimda
correcthorsebatterystaple
`;

export const commonPasswords: ReadonlySet<string> = new Set(LIST.split(/\s+/).filter(Boolean));
