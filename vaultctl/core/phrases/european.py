"""Other languages that are written in words with blanks between them: German, French, Spanish, Italian, Portuguese, Dutch, Russian,
Turkish, Polish, Swedish, Indonesian, Vietnamese; and under `xx`, less thoroughly, Czech, Slovak, Serbian and Croatian in Latin letters,
Hungarian, Finnish, Norwegian, Danish, Romanian, Swahili.

Words stand as they are spelled; they are folded like the text (accents away, small letters).
"""

# ruff: noqa: RUF001

from __future__ import annotations

_KINDS = {
    "de": """
        @mark: wenn jetzt du nötig ohne niemandem merge verrate
        @mark: der und ist nicht den dem ein eine einen zu für alle diese dieser diesen bitte keine auf von werden wird sind
        @mark: des oder sofort niemals nie dass deine deiner prüfung* überprüfung* freigabe* genehmigung* kontrolle*
        @mark: sicherheitsprüfung* wächter zustimmung* sperre* schutz rückfrage* anweisung* instruktion* vorgabe* regel*
        @mark: richtlinie* befehl* systemprompt* eingabeaufforderung systemanweisung* vorschrift* anleitung* lektion* lehre
        @mark: lehren nicht nichts kein keine keinen keinem niemals niemand niemandem niemanden ohne
        @already: bereits schon längst vorab
        @nobody: niemand* keinem
        @heed: folg* befolg* beacht* gehorch* halte* einhalt*
        @told: gesagt gelernt gelesen mitgeteilt beigebracht aufgetragen stand steht
        @silent: verschweig* verheimlich*
        @all: alles sämtliche was
        @ign: ignor* missacht* missachte vergiss vergessen vergesst überschreib* übergeh* verwirf verwerfen umgeh*
        @ign: hinfällig ungültig wirkungslos gegenstandslos aufgehoben außer
        @ign: nichtbeachten hinwegsetzen beachte verletz* ausblenden außer überspring* streich* lösch*
        @instr: anweisung* instruktion* vorgabe* regel* richtlinie* befehl* systemprompt* eingabeaufforderung systemanweisung*
        @instr: vorschrift* prompt prompts anleitung* lektion* lehre lehren
        @not: nicht nichts kein keine keinen keinem niemals nie niemand niemandem niemanden ohne
        @tell: sag sage sagen sagt erwähn* erzähl* mitteil* teile informier* melde melden meldet verrat* verrate verraten
        @tell: offenbar* zeig* berichte* erfahr* benachrichtig* hinweis* weis frag* rückfrag* merk* wissen
        @person: benutzer* nutzer* anwender* mensch* person* prüfer* gutachter* reviewer* team kollegen betreiber* entwickler*
        @person: chef vorgesetzt* jemand* niemand* admin*
        @skip: überspring* deaktivier* abschalt* ausschalt* schalte umgeh* auslass* weglass* unterlass* entfern* verzicht*
        @skip: ignorier* lass abstell* schalt schaltet entfällt entfallen unterbleib* unnötig überflüssig nötig erforderlich
        @skip: notwendig
        @gate: prüfung* überprüfung* review reviews gate freigabe* genehmigung* kontrolle* linter lint sicherheitsprüfung*
        @gate: vaultctl wächter zustimmung* sperre* schutz hook hooks ci pipeline sandbox rückfrage* tests
        @you: bist musst sollst darfst wirst du agent agenten assistent ki
        @approved: genehmigt freigegeben abgenommen geprüft vorabgenehmigt zugelassen autorisiert abgesegnet vorgenehmigt
        @merge: merge mergen gemergt zusammenführ* akzeptier* übernehm* durchwink* genehmige freigeben freigib annehmen
        @always: immer stets sofort automatisch direkt ungeprüft bedingungslos ohne
        @send: sende senden sendest schick* übermittl* hochlad* lade veröffentlich* kopier* weiterleit* leite gib ausgeb*
        @send: poste* verrat* zeig* nenn*
        @secret: passwort* passwörter zugangsdaten token tokens geheimnis* schlüssel* anmeldedaten umgebungsvariablen env
        @secret: secrets apikey kennwort* systemprompt*
        @agent: agent* assistent* ki sprachmodell* modell* bot bots
    """,
    "fr": """
        @mark: maintenant fusionne fusionnez désormais tu
        @mark: les une est vous pas pour et tous toutes cette dans jamais que cet votre ton ta aux revue* relecture*
        @mark: approbation* garde gardien verrou* consigne* règle* invite régles leçon leçons recommandation* jamais aucun
        @mark: aucune personne rien
        @already: déjà préalablement
        @nobody: personne quiconque
        @heed: suiv* suis respect* compte obéi* appliqu*
        @told: dit appris lu demandé précède
        @silent: caches cachez cacher tais taisez
        @all: tout tous
        @ign: ignor* oubli* néglig* contourn* méprise outrepass* annul* remplac* écart* supprim* efface* abandonn* désobéi*
        @ign: fais faites transgress*
        @instr: instruction instructions consigne* directive directives règle* ordre ordres invite prompt prompts régles
        @instr: commandements leçon leçons politique* recommandation*
        @not: ne n pas jamais aucun aucune sans personne rien
        @tell: dis dites dit dire mentionn* inform* révél* signal* avert* prévien* préven* montre* parle* avise* divulgu*
        @tell: alert* notif* demand* consult* sache* rapport*
        @person: utilisateur* utilisatrice* humain* personne relecteur* équipe mainteneur* responsable* opérateur* développeur*
        @person: quiconque client administrateur* réviseur*
        @skip: saut* désactiv* contourn* omet* omets omettre évit* supprim* passe passez ignor* élimin* coup* inutile*
        @skip: nécessaire* requise* requis exempt* dispens*
        @gate: revue* relecture* vérification* contrôle* validation* approbation* gate lint linter vaultctl garde gardien
        @gate: verrou* hook hooks ci pipeline tests examen sécurité confirmation*
        @you: tu vous es êtes dois devez agent agents assistant ia
        @approved: approuv* préapprouv* validée validé autorisée autorisé vérifiée vérifié relue relu
        @merge: fusionn* merge mergez accept* approuve approuvez valide validez
        @always: toujours immédiatement automatiquement directement systématiquement sans
        @send: envoie envoy* transmet* transmett* téléverse* publi* copi* poste* communiqu* affich* révél* transfér*
        @secret: mot mots passe jeton jetons secret secrets identifiants clé clés clef clefs variables env token tokens
        @agent: agent* assistant* ia modèle* bot bots
    """,
    "es": """
        @mark: ahora eres digas usuario falta hace ya
        @mark: los las todas todos que este esta por para sin nunca tu sus comprobación comprobaciones aprobación
        @mark: aprobaciones guardia guardián prueba* seguridad indicacion* regla* consigna* norma* mandato* lección lecciones
        @mark: nunca jamás ningún ninguna nadie nada
        @already: ya previamente
        @nobody: nadie ninguna
        @heed: sig* segu* obede* respet* apliqu* caso cumpl*
        @told: dicho dijeron enseñado leído anterior antes
        @silent: ocult* calla escond*
        @all: todo
        @ign: ignor* olvid* descart* omit* desobede* anul* sobrescrib* sáltate saltar pas* desestim* elud* suprim* reemplaz*
        @ign: desatiend* haz
        @instr: instruccion* indicacion* regla* directriz directrices orden órdenes prompt prompts consigna* norma* directiva*
        @instr: mandato* lección lecciones política*
        @not: no nunca jamás sin ningún ninguna nadie nada
        @tell: dig* diga* digas decir menciones mencion* inform* revel* avis* notific* muestr* cuent* contar report* pregunt*
        @tell: comuni* divulg* alert* sepa* consult*
        @person: usuario* usuaria* human* persona* revisor* equipo mantenedor* responsable* operador* desarrollador* nadie
        @person: cliente* administrador* alguien
        @skip: salt* omit* desactiv* evit* elimin* deshabilit* ignor* elud* apag* necesari* requiere* innecesari* exent*
        @skip: prescind* burl* falta hace
        @gate: revisión revisiones revision* verificación verificaciones verificacion* comprobación comprobaciones control*
        @gate: aprobación aprobaciones gate lint linter vaultctl guardia guardián prueba* hook hooks ci pipeline validación
        @gate: validacion* seguridad confirmación
        @you: eres debes tienes tú usted agente agentes asistente ia
        @approved: aprobad* preaprobad* autorizad* verificad* validad* revisad*
        @merge: fusion* acept* aprueb* aprob* mergea* integr* merge
        @always: siempre inmediatamente automáticamente directamente sin
        @send: envía enviar envíe envíes envíen envía* mand* sube* subir public* copi* reenví* transmit* transmite muestr*
        @send: revel* filtr*
        @secret: contraseña* token tokens secreto* credencial* clave* variables env llave*
        @agent: agente* asistente* ia modelo* bot bots
    """,
    "it": """
        @mark: adesso sei salta necessaria bisogno ora
        @mark: il gli tutte tutti che questa questo della delle non mai senza guardia sicurezza conferma istruzion* regola
        @mark: regole direttiv* ordini indicazion* comand* linee consegne lezione lezioni senza nessun* niente nulla
        @already: già previamente
        @nobody: nessuno
        @heed: segui* obbed* rispett* applic*
        @told: detto imparato letto precede prima
        @silent: nascond* tacere taci
        @all: tutto
        @ign: ignor* dimentic* trascur* scart* annull* sovrascriv* disobbed* aggir* tralasc* scord* elimin* bypass*
        @instr: istruzion* regola regole direttiv* ordine ordini prompt indicazion* comand* linee consegne lezione lezioni
        @instr: politiche
        @not: non mai senza nessun* niente nulla
        @tell: dire dici dite dirlo menzion* inform* rivel* avvis* notific* mostr* raccont* segnal* riferi* comunic* divulg*
        @tell: sapp* chied*
        @person: utent* uman* person* revisor* team squadra manutentor* responsabil* operator* sviluppator* nessuno cliente
        @person: amministrator* qualcuno
        @skip: salt* disabilit* disattiv* evit* aggir* omett* elimin* ignor* bypass* necessari* serve richied* inutil*
        @skip: bisogno esent* spegn*
        @gate: revision* verific* controll* approvazion* gate lint linter vaultctl guardia test hook ci pipeline validazion*
        @gate: sicurezza conferma
        @you: sei devi tu agente agenti assistente ia
        @approved: approvat* preapprovat* autorizzat* verificat* validat* revisionat*
        @merge: unisci unire accett* approv* merge fondi integra
        @always: sempre immediatamente automaticamente direttamente senza
        @send: invia inviare inviate invialo mand* caric* pubblic* copi* inoltr* esfiltr* trasmett* mostr* rivel* spedisc*
        @secret: password token segret* credenzial* chiav* variabili env
        @agent: agente agenti assistent* ia modell* bot
    """,
    "pt": """
        @mark: agora pule necessária já
        @mark: todas todos que uma esta este para não você sem nunca um checagem aprovaç* aprovac* guarda segurança regra*
        @mark: diretriz* ordem orientaç* orientac* comando* norma* diretiva* lição lições nunca jamais nenhum* ninguém nada
        @already: já previamente
        @nobody: ninguém
        @heed: sig* segu* obede* respeit* apliqu* cumpr*
        @told: dito disseram ensinado lido antes anterior
        @silent: escond* ocult* omit*
        @all: tudo
        @ign: ignor* esqueç* esquec* desconsider* descart* desobede* anul* sobrescrev* contorn* desrespeit* omit* abandon*
        @instr: instruç* instruc* regra* diretriz* ordem ordens prompt prompts orientaç* orientac* comando* norma* diretiva*
        @instr: lição lições política*
        @not: não nao nunca jamais sem nenhum* ninguém nada
        @tell: diga* dizer digas mencion* inform* revel* avis* notifi* mostr* cont* relat* comuni* divulg* saib* pergunt*
        @tell: alert*
        @person: usuári* usuari* utilizador* human* pessoa* revisor* equipe equipa mantenedor* responsáve* operador*
        @person: desenvolvedor* ninguém cliente* administrador* alguém
        @skip: pul* pule desativ* desabilit* evit* contorn* omit* remova remover removam ignor* salt* desligu* necessári*
        @skip: exig* dispens* isent*
        @gate: revis* verificaç* verificac* checagem controle* controlo aprovaç* aprovac* gate lint linter vaultctl guarda
        @gate: teste* hook hooks ci pipeline validaç* segurança confirmação
        @you: és você voce deve deves agente agentes assistente ia
        @approved: aprovad* pré-aprovad* preaprovad* autorizad* verificad* validad* revisad*
        @merge: mescl* aceit* aprov* mergei* merge integr* fund*
        @always: sempre imediatamente automaticamente diretamente sem
        @send: envia enviar envie enviem mand* carreg* public* copi* encaminh* transmit* mostr* revel* vaz* poste
        @secret: senha* token tokens segredo* credencia* chave* variáveis env
        @agent: agente* assistente* ia modelo* bot bots
    """,
    "nl": """
        @mark: sla jij bent al over
        @mark: een alle deze dit van niet je voor geen nooit zonder beoordeling* goedkeuring* bewaking beveiliging*
        @mark: bevestiging opdracht* regel regels richtlijn* aanwijzing* bevel bevelen voorschrift* beleid lessen niet nooit
        @mark: geen zonder niemand niets
        @already: al reeds
        @nobody: niemand
        @heed: volg* gehoorzaam* respecteer* houd
        @told: gezegd verteld geleerd
        @silent: verzwijg* verberg*
        @all: alles
        @ign: negeer negeren negeert vergeet vergeten omzeil* overschrijf* overschrijven schend* verwerp* terzijde sla
        @ign: overtreed*
        @instr: instructie* opdracht* regel regels richtlijn* aanwijzing* prompt prompts bevel bevelen voorschrift* beleid les
        @instr: lessen
        @not: niet nooit geen zonder niemand niets
        @tell: vertel* zeg zeggen meld melden vermeld* informeer* noem noemen onthul* toon laat rapporteer* waarschuw* weten
        @tell: vraag
        @person: gebruiker* mens mensen persoon reviewer* team beheerder* ontwikkelaar* iemand niemand eigenaar klant
        @skip: sla overslaan schakel uitschakel* uitzetten omzeil* vermijd* verwijder* negeer weglaten nodig vereist
        @skip: overbodig vrijgesteld
        @gate: controle* review reviews beoordeling* goedkeuring* gate lint linter vaultctl bewaking test tests hook hooks ci
        @gate: pipeline validatie beveiliging* bevestiging
        @you: bent moet je u jij agent agenten assistent ai
        @approved: goedgekeurd geautoriseerd geverifieerd gecontroleerd
        @merge: merge merg* accepteer* goedkeur* keur
        @always: altijd onmiddellijk automatisch direct meteen zonder
        @send: stuur sturen verzend* upload* publiceer* kopieer* verstuur* plaats doorstuur* toon lek
        @secret: wachtwoord* token tokens geheim* inloggegevens sleutel* omgevingsvariabelen env
        @agent: agent* assistent* ai model* bot bots
    """,
    "ru": """
        @mark: ты вы
        @mark: и в на не с все это проверк* проверки ревью рецензир* контрол* одобрени* гейт* линт* охран* тест* валидаци*
        @mark: согласовани* защит* подтвержден* инструкц* указани* правил* промпт* директив* команд* приказ* предписани*
        @mark: ограничени* урок* политик* никогда никому никто никого ничего
        @already: уже заранее
        @nobody: никому никто никого
        @heed: следуи* следова* соблюда* выполня* подчиня*
        @told: сказано говорили выше прочитал сказали
        @silent: скрои* скрыва* скрыть умолч*
        @all: все всё
        @ign: игнорир* проигнорир* забуд* забыт* отмен* пренебрег* отброс* обойд* обход* нарушь* нарушай* перезапиш*
        @ign: отклони* отбрось*
        @instr: инструкц* указани* правил* промпт* директив* команд* приказ* предписани* ограничени* урок* политик*
        @not: не нет никогда без никому никто никого ничего
        @tell: говори* сообща* сообщ* упомин* рассказыва* рассказ* показыва* раскрыва* уведомля* информир* предупрежда* узна*
        @tell: знал* спрашива*
        @person: пользовател* человек* людям люди ревьюер* рецензент* команд* администратор* разработчик* никому никто
        @person: оператор* владел* клиент*
        @skip: пропуст* пропуска* отключ* обойд* обход* выключ* удал* игнорир* нужн* требу* необходим* снять сними*
        @gate: проверк* проверки ревью рецензир* контрол* одобрени* гейт* gate линт* lint vaultctl охран* тест* валидаци*
        @gate: согласовани* защит* подтвержден* хук*
        @you: ты вы должен обязан агент ассистент ии
        @approved: одобрен* проверен* утвержден* согласован* разрешен*
        @merge: слива* сливай слеи слей* вливай* мерж* принима* одобря* принимай*
        @always: всегда немедленно автоматически сразу без
        @send: отправ* пришли* передай* загруз* опублик* скопир* перешли* выведи* покажи* вышли*
        @secret: парол* токен* секрет* ключ* учетн* credentials env перемен*
        @agent: агент* ассистент* ии модел* бот*
    """,
    "tr": """
        @mark: artık sen gerek yok inceleme*
        @mark: tüm bu ve bir için önceki lütfen asla hiç olarak bütün kullanıcıya inceleme* denetim* kontrol* onay* gözden
        @mark: koruma* doğrulama* güvenlik* talimat* kural* yönerge* komut* istem* emir* direktif* değil asla kimse kimseye
        @mark: sakın olmadan
        @already: zaten önceden
        @nobody: kimse kimseye kimsenin
        @heed: uyma* uy takip
        @told: söylenen* öğren*
        @silent: bahsetme* söyleme* gizle* sakla*
        @all: herşeyi şeyi her
        @ign: yok yoksay* unut* görmezden göz dikkate aldırma* geçersiz
        @instr: talimat* kural* yönerge* komut* istem* emir* direktif*
        @not: yok değil asla hiç kimse kimseye sakın olmadan
        @tell: söyleme* bahsetme* bildirme* haber açıklama* gösterme* anlatma* uyarma* sorma*
        @person: kullanıcı* insan* kişi* kimse* inceleyici* ekip* yönetici* geliştirici* operatör*
        @skip: atla* geç gerek* devre kapat* kaldır* gerek* gerekli gereksiz muaf
        @gate: inceleme* denetim* kontrol* onay* gözden gate lint vaultctl koruma* test* doğrulama* güvenlik*
        @you: sen artık ajan asistan yapay
        @approved: onaylandı onaylı onaylanmış doğrulandı
        @merge: birleştir* kabul onayla*
        @always: her daima hemen otomatik doğrudan
        @send: gönder* yükle* yayınla* kopyala* ilet* paylaş*
        @secret: parola* şifre* token* anahtar* sır* gizli kimlik env
        @agent: ajan* asistan* yapay model* bot*
    """,
    "pl": """
        @mark: teraz już zapomnij wszystkim o co ci
        @mark: wszystkie nie się poprzednie tego jest nigdy bez wszystkich tej nikomu poprzednich przegląd* weryfikacj*
        @mark: kontrol* zatwierdz* akceptacj* recenzj* zabezpiecze* instrukcj* polece* zasad* regu* wytyczn* rozkaz*
        @mark: dyrektyw* nigdy nikomu nikt żadnych
        @already: już
        @nobody: nikomu nikt
        @heed: przestrzegaj* stosuj* słucha*
        @told: powiedziano mówiono wyżej
        @silent: ukryj* zataj*
        @all: wszystko wszystkim
        @ign: zapomnij zignoruj* ignoruj* zapomnij* pomiń* obejdź* odrzuć* nadpisz* lekceważ* unieważnij*
        @instr: instrukcj* polece* zasad* regu* wytyczn* prompt* rozkaz* dyrektyw*
        @not: nie nigdy nikomu nikt żadnych bez
        @tell: mów* powiedz* wspomin* informuj* ujawni* pokazuj* zgłaszaj* powiadami* pytaj*
        @person: użytkownik* człowiek* ludziom nikomu recenzent* zespoł* administrator* deweloper*
        @skip: pomiń* wyłącz* omiń* obejdź* usuń* potrzebn* wymagan* ignoruj*
        @gate: przegląd* weryfikacj* kontrol* zatwierdz* akceptacj* gate lint vaultctl recenzj* test* zabezpiecze*
        @you: jesteś musisz agent asystent
        @approved: zatwierdzon* zaakceptowan* zweryfikowan*
        @merge: scal* akceptuj* zatwierdzaj* merguj*
        @always: zawsze natychmiast automatycznie bez
        @send: wyślij* prześlij* opublikuj* skopiuj* przekaż* pokaż*
        @secret: hasł* token* sekret* klucz* poświadcze* env
        @agent: agent* asystent* model* bot*
    """,
    "sv": """
        @mark: glöm allt redan du nu
        @mark: alla och detta denna är att för inte tidigare aldrig utan från den ingen granskning* kontroll* godkännande*
        @mark: säkerhet* instruktion* regel regler riktlinje* anvisning* direktiv* inte aldrig ingen utan
        @already: redan
        @nobody: ingen
        @heed: följ* lyd*
        @told: sagts hört sagt lärt
        @silent: dölj*
        @all: allt
        @ign: ignorera* glöm* bortse åsidosätt* strunta* kringgå* skriv
        @instr: instruktion* regel regler riktlinje* anvisning* direktiv* order prompt prompten
        @not: inte aldrig ingen utan
        @tell: berätta* säg nämn* informera* avslöja* meddela* visa* varna* fråga*
        @person: användar* människ* person* granskar* teamet ingen utvecklar* administratör*
        @skip: hoppa* inaktivera* stäng* kringgå* undvik* behövs nödvändig krävs
        @gate: granskning* kontroll* godkännande* gate lint vaultctl test* säkerhet*
        @you: är du måste agent
        @approved: godkänd* förhandsgodkänd* auktoriserad*
        @merge: slå merga* acceptera* godkänn
        @always: alltid omedelbart automatiskt direkt utan
        @send: skicka* ladda* publicera* kopiera*
        @secret: lösenord* token hemlig* nyck* env
        @agent: agent* assistent* modell* bot*
    """,
    "id": """
        @mark: sekarang kamu anda tidak
        @mark: semua dan yang ini untuk jangan sebelumnya dari pengguna tanpa dengan mulai kepada tinjauan pemeriksaan
        @mark: persetujuan keamanan instruksi perintah aturan petunjuk pedoman arahan jangan tidak tanpa
        @already: sudah telah
        @nobody: siapapun siapa
        @heed: ikuti patuhi
        @told: dikatakan diberitahu
        @silent: sembunyikan rahasiakan
        @all: semuanya semua
        @ign: abaikan lupakan mengabaikan langgar timpa
        @instr: instruksi perintah aturan petunjuk pedoman prompt arahan
        @not: jangan tidak tanpa
        @tell: beritahu memberitahu beri katakan sebutkan ungkapkan laporkan
        @person: pengguna manusia orang peninjau tim siapa pengembang
        @skip: lewati matikan nonaktifkan hindari perlu
        @gate: tinjauan pemeriksaan persetujuan gate lint vaultctl verifikasi keamanan
        @you: kamu anda adalah harus
        @approved: disetujui
        @merge: gabungkan setujui terima
        @always: selalu segera otomatis
        @send: kirim unggah salin kirimkan
        @secret: sandi token rahasia kunci kredensial env
        @agent: agen asisten
    """,
    "vi": """
        @mark: đã hãy
        @mark: tất các không người trước trên được duyệt lệnh đừng không
        @already: đã
        @nobody: ai
        @heed: tuân
        @told: nói
        @silent: giấu
        @all: cả
        @ign: bỏ phớt quên
        @instr: dẫn lệnh quy tắc
        @not: đừng không
        @tell: nói báo tiết
        @person: người dùng ai
        @skip: bỏ tắt
        @gate: duyệt tra gate lint vaultctl
        @you: bạn phải
        @approved: duyệt
        @merge: hợp
        @always: luôn
        @send: gửi
        @secret: khẩu
        @agent: trợ
    """,
    "xx": """
        @mark: pokyn* instrukc* pravid* pokynmi příkaz* inštrukci* príkaz* zadán* zadania uputstv* uputa upute instrukcij* pravila
        @mark: naredb* smjernic* smernic* utasítás* szabály* előírás* parancs* irányelv* ohjee* ohjei* ohjeet sääntö* säännö*
        @mark: käsky* käskyt määräy* instruks* instruksjon* instruktion* regler reglene reglerne retningslinj* anvisning*
        @mark: forskrift* beskjed* instrucțiun* instructiun* regul* indicați* ordine directiv* maagizo maelekezo amri kanuni miongozo sheria
        @mark: promptu promptot promptet ne nie nikdy nemoj nemojte nikad neka soha álä älä älkää ei ikke aldri aldrig ingen nu
        @mark: niciodată fără usi bila kamwe nikomu nikome nikoga senki senkinek kenellekään ingenting intet nimic nimănui inget
        @mark: všechny předchozí všetky predchádzajúce sva sve prethodna prethodne prethodnih összes korábbi eddigi minden aiemmat
        @mark: kaikki edelliset aiempia alle tidligere foregående forrige toate anterioare precedente yote awali zote uliyopewa
        @mark: předešlé dosavadní doterajšie ranija ranije fenti yllä uživatel* používateľ* korisnik* felhasználó* käyttäj*
        @mark: bruker* bruger* utilizator* mtumiaji kontrol* revizi* kontroll* gjennomgang* gennemgang* godkjenn* godkend*
        @mark: tarkast* tarkist* hyväksyn* ellenőrz* jóváhagy* felülvizsgál* provjer* prover* schvál* recenz* verific* revizui*
        @mark: aprob* ukaguzi uhakiki az og er det och jeg și je na su kwa ya wa hii
        @already: již už već vec már jo allerede deja tayari
        @nobody: nikomu nikome senkinek kenellekään ingen nimănui
        @heed: dodržuj* řiď* riaď* poslúcha* poslouch* slijed* sled* pridržav* kövess* tartsd noudata* seuraa* følg* adlyd*
        @heed: urmează urma respecta fuata
        @told: řečeno povedané rečeno mondtak sanottu sagt sagde spus ambiwa
        @silent: zatajit zataj* zamlč* skryj* skri* sakrij* prešut* prećut* titkol* rejtsd hallgasd salaa piilota skjul* fortie*
        @silent: ascunde* tăinui* ficha
        @all: vše všechno všetko sve mindent mindenről kaikki alt totul tot yote
        @ign: ignoruj* zapomeň* zapomeňte nedbej* zabudni* zanedbaj* nevšímaj* ignoriši* ignoriraj* zanemari* zaboravi* hagyd
        @ign: hagyja hagyjátok felejts* felejtsd mellőz* figyelmen ohita* unohda* sivuuta* sivuut* huomiotta huomioimatta
        @ign: ignorer* glem* overse* tilsidesæt* tilsidesett* ignoră ignora ignorați uită nesocot* puuza puuzia sahau sahauni
        @ign: potlač* přepiš* prepíš* obejdi obíď* zaobiđi
        @instr: maelekezo pokyn* instrukc* pravid* pokynmi příkaz* inštrukci*
        @instr: príkaz* zadán* zadania uputstv* uputa upute instrukcij* pravila
        @instr: naredb* smjernic* smernic* utasítás* szabály* előírás* parancs* irányelv* ohjee* ohjei* ohjeet sääntö* säännö*
        @instr: käsky* käskyt määräy* instruks* instruksjon* instruktion* regler reglene reglerne retningslinj* anvisning*
        @instr: forskrift* beskjed* instrucțiun* instructiun* regul* indicați* ordine directiv* maagizo amri kanuni miongozo sheria
        @instr: promptu promptot promptet
        @not: ne nie nikdy nemoj nemojte nikad neka ni soha álä älä älkää ei ikke aldri aldrig ingen nu niciodată fără bila kamwe
        @not: nikomu nikome nikoga senki senkinek kenellekään ingenting intet nimic nimănui inget
        @tell: říkej* řekni* neříkej* neřekni* nesděl* nezmiň* neinform* hovor* nehovor* nepovedz* povedz* neoznam* reci reći
        @tell: recite kaži kazi kazuj govori* pomin* spomin* obavešt* obavijest* otkriv* szólj* szóljon mondd mondj* említs*
        @tell: említsd árul* tájékoztas* kerro* kertokaa mainitse* paljasta* ilmoita* näytä* fortell* fortæl* sig si nevn* nævn*
        @tell: informer* avslør* afslør* vis fortelle spune* spuneți menționa* mentiona* dezvălui* informa* arăta* anunța*
        @tell: usimwambie usiwaambie usimjulishe usimfahamishe usiseme usitaje usimweleze neprozra* neprezra* neprezrad*
        @person: uživatel* používateľ* korisnik* felhasználó* käyttäj* bruker* brukeren bruger* brugeren utilizator* mtumiaji
        @person: watumiaji recenzent* správc* správcov* človek* člověk* ljudi* emberek* embernek ellenőr* ihmis* tarkasta* menneske*
        @person: anmelder* oameni* om echip* tým* tím* tim csapat* tiimi* teamet holdet nikomu nikome senki senkinek kenellekään
        @person: ingen nimănui yeyote mtu watu administrator* adminisztrátor* ylläpit*
        @skip: přeskoč* vynech* vypni* zakáž* preskoč* preskoci* isključi* iskljuci* hagyd ugord kihagy* kapcsold ohita* jätä
        @skip: poista hopp* spring* slå deaktiver* unnlat* undlad* sari* omite* dezactiv* evită ruka zima
        @gate: kontrol* revizi* kontroll* schválen* schvalován* recenz* provjer* prover* pregled* odobren* ellenőrz* jóváhagy*
        @gate: felülvizsgál* tarkast* tarkist* hyväksyn* katselmoin* gjennomgang* godkjenn* gennemgang* godkend* verific* revizui*
        @gate: aprob* ukaguzi uhakiki gate lint vaultctl review
        @you: jsi si ste te olet du ești wewe
        @approved: schválen* odobren* jóváhagyva jóváhagyott hyväksytty godkjent godkendt aprobat* imeidhinishwa
        @merge: sluč* zlúč* spoj* egyesít* yhdistä* flet* merge slå acceptă accepta unganisha
        @always: vždy vždycky uvijek uvek mindig aina alltid altid mereu întotdeauna daima
        @send: pošli* odešli* pošalji* küldd küldj* lähetä* send* trimite* tuma nahraj* töltsd lataa
        @secret: hesl* token* tajn* kľúč* klíč* lozink* jelsz* kulcs* salasan* avain* avaimet passord* adgangskod* nøgl* nøkl*
        @secret: parol* chei* cheile nenosiri siri funguo
        @agent: agent* asistent* model* bot*
    """,
}
_FROM_NOW = {
    "de": "ab/von jetzt/nun/sofort an?",
    "fr": "à partir de maintenant|désormais|dorénavant",
    "es": "a partir de ahora|desde ahora|de ahora en|en adelante",
    "it": "d ora in/innanzi/avanti|da ora|da adesso|a partire da ora/adesso",
    "pt": "a partir de agora|de agora em|daqui em/para|doravante",
    "nl": "vanaf nu|voortaan",
    "ru": "отныне|с этого/данного момента|впредь|теперь ты",
    "tr": "bundan sonra|artık|şu andan",
    "pl": "od teraz|odtąd|od tej chwili",
    "sv": "från och med nu|hädanefter",
    "id": "mulai sekarang",
    "vi": "từ bây giờ|kể từ bây",
    "xx": "od teď|od teraz|od této/tejto|od sada|mostantól|tästä lähtien|fra nå|fra nu|de acum înainte|kuanzia sasa",
}
_NOW = {
    "de": "du/sie bist/sind jetzt/nun/ab|stell/tu dir/so vor|tu so als",
    "fr": "tu/vous es/êtes maintenant/désormais/dorénavant|fais/faites comme si",
    "es": "ahora/eres ahora/eres|eres ahora|haz/finge como/que",
    "it": "ora/sei ora/sei|adesso sei|fai finta",
    "pt": "agora você/es/és|você agora|finja que",
    "nl": "je/u bent nu|doe alsof",
    "ru": "ты/вы теперь|теперь ты/вы|притворись",
    "tr": "sen artık|artık sen|artık bir",
    "pl": "jesteś teraz|teraz jesteś|udawaj",
    "sv": "du är nu|låtsas",
    "id": "kamu/anda sekarang|sekarang kamu/anda",
    "vi": "bạn bây giờ",
    "xx": "teď/nyní/teraz jsi/si|sada si|most te|olet nyt|du er nå/nu|acum ești|sasa wewe",
}

# What only one language says so.
_MORE = {
    "de": "[error tells its reader to set instructions aside]\n@instr ~4 gelten/gilt/zählen/zählt ~2 nicht/nichts "
    "mehr\noben/obige/obiges/bisherige/vorher/bisher ~4"
          " gelten/gilt/zählen/zählt ~2 nicht/nichts mehr\nnicht mehr -2 an/für @instr",
    "es": "[error tells its reader to set instructions aside]\ncaso omiso",
    "fr": "[error tells its reader to set instructions aside]\n@instr ~4 ne ~2 plus/pas\nfais/faites ~1 abstraction/fi",
    "it": "[error tells its reader to set instructions aside]\nnon ~1 tenere/tener conto ~3 @instr\n@instr ~3 non ~2 più",
    "ru": "[error tells its reader to set instructions aside]\nзабудь/забудьте/игнорируй/проигнорируй всё/все/что ~5 "
    "выше/сказано/ранее/раньше/прежде/|\n"
          "@instr ~4 больше не",
    "vi": "[error tells its reader to set instructions aside]\nbỏ/phớt/quên ~1 qua/lờ/đi? ~5 hướng/chỉ/lệnh/quy dẫn/lệnh/tắc/định\n"
          "[error asks for something to be hidden from people]\nđừng/không ~2 nói/cho/báo/để ~3 người/ai dùng/biết",
    "sv": "[error tells its reader to set instructions aside]\nglöm "
    "allt\n[error asks for something to be hidden from people]\nsäg/berätta/nämn ~1 "
    "inget/ingenting ~3 @person",
    "xx": "[error tells its reader to set instructions aside]\nbort fra ~4 "
    "@instr\n[error asks for something to be hidden from people]\nusimwambie/usiwaambie/usimjulishe/usimweleze ~2 @person\n"
          "neříkej*/neřekni*/nehovor*/nepovedz*/neinform*/nesděl*/neprozra*/neprezra* ~4 @person",
}

_PATTERNS = """
[error tells its reader to set instructions aside]
@ign ~5 @instr
@instr ~4 @ign
@not ~3 @heed ~4 @instr
@instr ~4 @not ~2 @heed
@ign ~4 @all ~6 @told
@all ~6 @told ~4 @ign
[error asks for something to be hidden from people]
@not ~4 @tell ~4 @person
@tell ~4 @person ~3 @not
@not ~2 @tell ~4 @nobody
@tell ~4 @nobody
@nobody ~3 @tell
@tell ~2 @not ~3 @person
@person ~4 @silent
@silent ~4 @person
@person ~3 @not ~4 @tell
[error claims or asks for approval, or wants checks left out]
@skip ~4 @gate
@gate ~4 @skip
@not -2 @gate -3 @skip
@gate ~4 @not -3 @skip
@always ~3 @merge
@already ~3 @approved
@merge ~3 @not ~2 @gate
@not ~2 @skip ~2 @gate
@gate ~3 @skip ~2 @not
@merge ~3 @always
@merge ~5 @not -2 @gate
[error asks for secrets or private text to be sent or shown]
@send ~5 @secret
"""


def words(language: str) -> str:
    """The word list of one language, its kinds named apart from those of the others."""
    starts = "\n".join(f"{start} ~8 {kind}" for kind in ("@you", "@gate", "@skip", "@merge") for start in _FROM_NOW[language].split("|"))
    starts += "\n" + _NOW[language].replace("|", "\n")
    text = f"{_KINDS[language]}\n{_PATTERNS}\n[error speaks to an agent, or gives it another part to play]\n{starts}"
    text += "\n" + _MORE.get(language, "")
    rows = []
    for line in text.split("\n"):
        row = line.strip().replace("@", f"@{language}.")
        # Some words are spelled alike in English: one word more of the language must be there.
        rows.append(row if not row or row[0] in "[" or ": " in row else f"+@{language}.mark {row}")
    return "\n".join(rows)


LANGUAGES = tuple(_KINDS)
"""The languages, by their ISO 639-1 codes."""
