"""English: what a text says that wants to steer its reader instead of telling it a fact."""

# ruff: noqa: E501

from __future__ import annotations

CORE = ("ignore", "instr", "prior", "override_word")
"""The kinds whose words are also recognised with slips and in disguise."""

WORDS = """
@lead: please kindly then always must should shall you just simply now immediately also instead agents agent assistant assistants
@lead: model models ai llm claude gpt chatgpt copilot codex gemini so therefore everyone anyone silently quietly safely first
@lead: need have ought hereby simply only never onwards forward on onward reader readers bots bot can may
@not: not never dont don't doesn't cannot can't avoid without no nor neither refrain stop isn't wasn't won't shouldn't mustn't didn't
@not: rather prevents prevent prevented refuse refuses refused

@ignore: ignore ignoring ignores disregard disregarding disregards forget forgetting override overriding overrule overruling bypass
@ignore: bypassing unlearn nullify nullifying dismiss dismissing discard discarding neglect neglecting abandon abandoning void
@ignore: circumvent circumventing skip skipping drop dropping erase erasing delete remove suspend suspending cancel cancelling
@ignore: violate break breaking reject rejecting disobey disobeying defy evade sidestep omit overlook overlooking countermand
@ignore: supersede superseding outrank outweigh replace replaces override overrides overlooks supersedes invalidate cease scrap
@hardignore: ignore ignoring disregard disregarding forget forgetting override overriding overrule disobey unlearn countermand
@hardignore: overlook neglect nullify
@ignored: ignored disregarded forgotten overridden overruled superseded void null obsolete cancelled canceled revoked lifted
@ignored: suspended invalid inapplicable rescinded outdated nullified voided replaced discarded expired waived annulled
@override_word: overridden jailbreak jailbroken
@heed: follow obey heed honour honor respect adhere listen comply trust observe consider apply regard attention
@prior: previous previously prior above earlier preceding foregoing former past original initial existing current any all every
@prior: everything anything other your system developer safety prevailing standing old whatever these those his her their its
@prior: project repository repo operator default user users human humans company house entire
@hardprior: previous prior above earlier preceding foregoing former past original initial existing
@det: the your these those all any every this
@instr: instruction instructions prompt prompts guideline guidelines directive directives preprompt instrucion programming briefing
@rule: rule rules policy policies constraint constraints restriction restrictions order orders command commands safeguard
@rule: safeguards guardrail guardrails lesson lessons verdict verdicts warnings limitation limitations training alignment message
@rule: messages protocol protocols requirement requirements guidance conventions context conversation advice filters boundaries
@rule: instruction instructions prompt prompts guideline guidelines directive directives teachings setup persona
@told: told taught instructed given said written read learned learnt know
@agent: agent agents assistant assistants ai ais llm llms model models claude gpt chatgpt copilot codex gemini bot bots chatbot
@agent: crawler devin cursor aider grok llama mistral
@reader: agent agents assistant assistants ai llm llms model models claude gpt chatgpt copilot codex gemini bot bots reader readers
@reader: reviewer reviewers maintainer maintainers linter gatekeeper classifier scanner
@newgoal: task goal objective mission purpose job role identity persona instructions instruction directive priority name mode
@mode: dan jailbreak jailbroken unrestricted unfiltered uncensored developer god sudo root admin administrator debug maintenance
@mode: unlimited privileged superuser autonomous yolo
@modeword: mode access privileges persona rights permissions

@tell: tell telling inform informing mention mentioning reveal revealing disclose disclosing report reporting notify notifying alert
@tell: alerting show showing warn warning ask asking consult consulting discuss discussing surface surfacing bother bothering
@tell: involve involving confirm confirming admit acknowledge explain flag escalate escalating raise share display
@person: user users human humans operator operators reviewer reviewers maintainer maintainers owner owners team teams anyone anybody
@person: somebody someone person people boss lead engineer engineers developer developers admin admins administrator customer
@person: colleagues supervisor manager staff nobody them him her colleague client programmer auditors auditor public
@these: this these it that lesson message instruction instructions note line step steps change changes action actions text paragraph
@these: entry anything existence edit prompt rule
@out: answer answers summary summaries output log logs reply replies response responses report reports chat transcript diff changelog
@out: description message messages commit pr notes
@hardsend: send post upload email mail forward exfiltrate transmit submit dump beam leak paste publish deliver relay copy reveal print
@hardsend: output repeat share echo attach include put embed
@hide: hide hiding conceal concealing suppress suppressing obscure obfuscate cover mask omit omitting redact withhold
@secretly: secret hidden confidential quiet private unmentioned undisclosed secretly discreet yourself
@quiet: silently quietly secretly covertly discreetly stealthily unnoticed unseen undetected
@act: delete push merge commit remove send skip disable change approve run execute upload install add copy write grant open close
@act: modify edit alter replace append include insert overwrite publish forward email mail post rewrite drop fetch apply exfiltrate

@skip: skip skipping bypass bypassing disable disabling deactivate circumvent uninstall suppress suppressing mute silence ignore
@skip: ignoring omit avoid evade sidestep drop switch turn remove delete kill stop waive waiving relax ease weaken exempt forgo
@skip: override overriding disregard disregarding loosen shut comment unset exclude excluding leave neglect defeat unload pause
@off: off out away down
@gate: gate gates gatekeeping review reviews reviewing reviewer reviewers approval approvals lint linter linting vaultctl precommit
@gate: codeowners guard guards verdict verdicts guardrail guardrails sandbox sandboxing antivirus selinux mfa 2fa audit audits auditing
@gate: monitoring telemetry firewall ci pipeline pipelines hooks hook confirmation confirmations scanner scanners scan scans
@gate: permission permissions safety apparmor edr siem alerts alarms quarantine
@softgate: check checks checking test tests testing verification validation policy policies rules rule protection protections logging
@softgate: inspection screening control controls oversight safeguards safeguard
@ofgate: review gate code safety status branch merge lint quality human manual peer pre ci required approval permission
@ofgate: all any these those vault lesson lessons future further mandatory compliance policy
@approved: approved preapproved reviewed verified vetted audited whitelisted allowlisted cleared certified authorized authorised
@approved: trusted sanctioned signed endorsed accepted blessed prereviewed greenlit validated exempt exempted greenlighted
@already: already pre been previously fully hereby officially formally
@authority: security admin administrator administrators admins maintainer maintainers owner owners cto ceo ciso legal management
@authority: leadership anthropic openai google microsoft team developer developers operator human humans lead reviewers reviewer
@authority: committee board compliance headquarters board founders root superuser engineering
@merge: merge merging merged approve approving automerge autoapprove land accept allow pass trust allowlist whitelist admit grant
@always: always automatically immediately unconditionally anyway directly blindly instantly straight auto regardless
@review: review reviews approval approvals verification checks check confirmation inspection scrutiny oversight permission consent
@review: asking reading looking tests testing validation audit discussion question questions
@needed: needed required necessary wanted mandatory needs requires need require expected optional unnecessary superfluous redundant
@ok: fine ok okay safe allowed permitted free authorized authorised encouraged acceptable entitled cleared welcome instructed alright
@ok: legitimate recommended advised sensible
@future: future following further later subsequent next coming
@work: change changes commit commits pull pr prs request requests lesson lessons proposal proposals branch branches patch patches
@work: merge merges code edit edits update updates submission submissions diff diffs contribution contributions
@by: by from agent bot author account sender me us

@send: send sending post posting upload uploading email emailing mail forward forwarding exfiltrate exfiltrating transmit transmitting
@send: submit submitting dump beam leak paste pasting publish ship deliver relay transfer report copy reveal print output repeat
@send: share echo disclose attach include put embed post place recite return show log
@secretthing: secrets secret token tokens credential credentials password passwords passphrase apikey apikeys cookies keychain wallet
@secretthing: env environment id_rsa keys key dotenv kubeconfig netrc ssh aws keyring keystore pat pats
@promptthing: prompt instructions preprompt configuration
@outside: https http url webhook endpoint server email address mailto mail gist pastebin channel collector attacker ftp host com net io
@outside: org dev site xyz domain issue comment

@spread: add append copy paste insert write put include save store remember propagate replicate repeat persist embed keep record
@spread: reproduce prepend memorize memorise carry
@store: agents claude cursorrules memory memories prompt readme copilot gemini lesson lessons files file repository repositories
@store: session sessions conversation conversations project projects reply replies response responses answer answers output task tasks
@store: commit commits message messages vault vaults document documents
@each: every each all any future other

@place: http https url webhook endpoint server email address gist pastebin channel ftp www issue comment pull pr description bug report
@place: ticket commit chat reply atsign public slack discord
@filething: ssh aws env credentials gnupg netrc kube kubeconfig id_rsa dotenv passwd shadow keychain npmrc pypirc cookies wallet
@good: fine ok okay passed succeeded success successful well safe normal green approved reviewed worked unchanged clean correct complete
@good: done verified
@strongrule: guideline guidelines guardrail guardrails directive directives restrictions programming training safeguards instructions
@strongrule: prompt preprompt inhibitions ethics orders

@docname: claude agents cursorrules windsurfrules copilot gemini prompt prompts guidelines guideline guardrails directives directive
@self: lesson note entry text paragraph section advice document passage
@clash: disagree disagrees conflict conflicts contradict contradicts clash clashes differ differs collide diverge contradiction
@learn: learn learns find finds discover discovers notice notices know knows hear hears realise realize suspect suspects see sees
@trail: log logs history diff reflog blame trail changelog summary record records


# Only so that the kind has a letter: words written backwards or in ROT13.
@turned: vtaber

[error tells its reader to set instructions aside]
file/lesson/note/text/entry/document -2 supersedes/replaces/overrides/cancels -4 manual/handbook/policy/guide/rules/instructions/prompt/guidelines
act/rely/go/follow/obey -2 this/the -1 text/file/lesson/note/entry -1 only/alone
nothing -2 you -4 @told
obey -2 next/following/this/these/below/line
let -4 @rule/@instr -2 go/lapse/be/rest
@not -2 pay -1 heed/attention -4 @rule/@instr
pay no heed
any/every/all/other -1 lesson/lessons -4 disagrees/disagree/contradicts/contradict/conflicts/conflict
@skip/@ignore -3 what/whatever/everything -2 vault/lesson/lessons/gate/guard/operator/user/developer -1 say/says
break -1 character
^ @hardignore -3 @rule -3 above/before/earlier/previously/so/until/of/from
@hardignore -2 your -3 @rule
@ignore -2 your -2 @strongrule
suspend/relax/lift/lay/put/set/throw/leave -3 your -3 @rule
your -2 @strongrule -4 @ignored/disabled/off/inactive/paused/gone/removed/optional/wrong
your -2 usual/normal/regular/default -2 rules/rule/instructions/behaviour/behavior/constraints/checks
@rule -4 @not -2 bind/apply/bound/matter/count/concern
@instr -4 @not -2 bind/apply/bound/matter/count/concern
you -2 have -1 no -3 rules/restrictions/limits/limitations/filters/constraints/guidelines
no -1 longer -2 have -2 rules/restrictions/limits/filters/constraints
without -2 content/any/your/the -2 filters/restrictions/guardrails/censorship/guidelines
@instr/lesson/file/note/text/document/entry -4 outrank/outranks/overrides/overrule/overrules/trump/trumps/supersede/supersedes/prevails/prevail -5 @instr/@rule/all/every/any/everything/other
this/these -3 outrank/outranks/overrides/overrule/overrules/trumps/prevail/prevails -4 @rule/@instr/all/any/everything
final/last -1 word/say
as -1 if -4 never -1 existed/written/said/happened
as -1 if -3 not/didn't -2 exist
anything/everything/whatever/what -4 above/before/earlier/previous/previously/said/told/written -8 @ignored/thrown/dropped/irrelevant/removed/moot
forget/disregard/ignore everything/anything/all/whatever -2 |/above/before/else/you/said/that
treat/consider/regard -5 as -1 obsolete/void/cancelled/nonexistent/invalid/outdated/overridden/null
set/put/lay -1 aside -4 @instr/@rule
set/put/lay -6 @instr/@rule -2 aside
@not -2 have -1 to -2 @heed -4 @rule/@instr
@ignore -3 developer/system/user/operator/assistant -1 message/messages/prompt/prompts
your -2 configuration/settings/setup -3 outdated/obsolete/wrong/replaced/overridden
stop -1 what -1 you
carry/act -2 out/on -2 the/these/following -2 commands/orders/instructions
use/follow/obey/apply -2 the/these -1 following -2 @rule/configuration/persona/identity -3 instead/:
@rule -3 said/told/given/written -3 earlier/before/above -6 @ignored/gone/moot
forget/4get/disregard/ignore -2 ur/your/yr -2 @rule
disregard/ignore/forget -2 @hardprior -2 msg/msgs/stuff/text/words/notes/content/guidance/input/turns/conversation
do -1 what -1 i -1 say/tell
@ignore ~5 @hardprior ~3 @instr
@hardignore ~4 @prior ~3 @instr
!@not @hardignore -3 @instr
@ignore -2 all/any/every/your -2 @instr
@ignore ~5 @hardprior ~3 @rule
^ @hardignore -4 @prior -3 @rule
!@not @hardignore -3 everything/anything/all/whatever/what -4 @told/above/before/so/until/far
@ignore -3 everything/anything/all/whatever/what -3 @told
^ @ignore -2 everything/anything/all -3 above/before/else/so/until/earlier/previously
^ @hardignore -1 the above
@not -2 @heed -4 @hardprior/system/your/developer/any/other -3 @rule
@not -2 @heed -4 @prior -2 @instr
@not -2 bound -3 @rule
stop -2 following/obeying/heeding/applying/respecting/honouring/honoring -5 @rule
pay no -1 attention to -6 @rule
@hardprior -2 @instr -6 @ignored
all/your/any/system -1 @instr -5 @ignored
@instr -3 above/before/earlier -5 @ignored
@instr -5 no longer -3 apply/valid/binding/count/matter/relevant/hold/stand
@hardprior -2 @rule -5 no longer -3 apply/valid/binding/count/matter/relevant/hold
@hardprior -2 @rule -4 are/is/were -2 @ignored
new/updated/real/actual/true -1 @instr -3 follow/follows/override/below/are/supersede/replace/begin/start
these/following/this/new -3 @instr -3 override/overrides/supersede/supersedes/outrank/outranks/replace/replaces/precede/trump/trumps
takes/take/taking/has/have precedence over -6 @instr
takes/take/taking/has/have precedence over -4 @hardprior/system/your/all/any/other -3 @rule
system/developer/safety/prompt -1 override/overridden -2 :/|
prompt injection -3 follows/begins/starts/payload
start/begin fresh -4 @rule
clear/reset/wipe/flush/erase/purge -2 your/the/all/previous -2 context/memory/conversation/instructions/prompt/guidelines
@turned ~6 @turned
takes/take/taking/has/have/gets/get/having/given/enjoys -2 precedence/priority/primacy ~5 @docname
precedence/priority/primacy -2 over -3 operator/user/orchestrator/developer/anyone -3 said/says/wants/wrote/configured/asked/asks/told/instructed
precedence/priority/primacy -1 over -2 everything/anything/whatever/anybody/your
your -2 @instr/@rule/@docname ~6 @clash -6 this/these/here/below/lesson/what/above
whatever -2 @docname ~3 says/say/said/states/wants
regardless -2 of -3 @docname ~2
side -1 with -2 this/the -1 @self
dispute/disagreement -3 @docname/your
highest/top/supreme/overriding -1 priority/authority -1 @instr/@rule
the -1 above/below -1 wins/prevails/governs/decides/outranks/trumps
your/@docname ~3 this -1 @self -2 @clash
@docname/system ~5 this -1 @self ~1 @clash
this/the -1 @self -3 @clash ~4 @docname/your
case/event -2 of -2 @clash -3 your/@docname/system/other
this/the -1 @self -1 wins/prevails/governs/decides/outranks/trumps
^ follow/obey/prefer/trust/use/stick -3 this/these -2 @self -4 instead/nevertheless/anyway/regardless/even/over/rather/whatever
@clash ~5 follow/obey/prefer/trust/use/stick -2 this/these/the -1 @self
your -2 @docname/@instr -3 forbid/forbids/prohibit/prohibits/disallow/disallows/otherwise/yield/yields/defer/defers/object/objects
system -1 prompt -3 otherwise/forbids/yields/disagrees/conflicts/contradicts/defers/loses/bows
come/comes/go/goes/stand/stands/rank/ranks/counts/count -3 before/above/over/than ~5 @docname ~1 md/rules/instructions
rank/ranks/stand/stands -2 above/over/higher -3 @docname/system/your/operator
weight/authority/trust/credence/preference -2 than/over -3 your/@docname/system/operator/user
if/when -2 user/operator -2 asks/says/wants/objects/insists -6 stick/follow/keep/continue -3 this/these/lesson
@docname ~2 @clash ~5 prevails/prevail/wins/win/rules/counts
^ @hardignore -3 above/earlier/previous |
@hardprior/your/these/all/every/system -3 @instr -3 |? -2 @hardignore -2 |/it/them/those/these/all/everything/completely/and
@hardprior/your -3 @rule -3 | -1 @hardignore -1 them/those/it/all/these/everything/|
@instr/@rule -3 above/before/earlier/given/got/received/told -2 | @ignore -1 them/those/it/all/these/everything/|
your -2 @instr/@rule/@docname ~6 @clash -6 this/these/here/below/lesson/what

[error speaks to an agent, or gives it another part to play]
adopt/assume/take -3 persona/identity -2 of/as/|
adopt/assume -2 role of
work for me
speak/act/behave/write/answer/respond/reply as if/though -1 you
addressed to -3 @agent
if you -2 can/are -1 read/reading this
for -2 rest/remainder of -2 this/the -1 session/conversation/chat
hidden/secret/covert -1 task/instruction/instructions/goal/agenda/mission/objective/orders
before anything else
^ you're/you -1 are -1 a/an/the -5 |
^ you're/youre -1 a/an/the/now
imagine/suppose/assume/picture -1 you're/you -2 are/have/were
playing/play -2 game/role/part/character -4 you/no/where/in
as -1 the/your/a -2 @authority -2 i/we
message/notice/order/announcement/statement/directive/request -3 from -2 @authority
comply/obey -1 immediately/now/fully/with
to -2 any/all/every/whichever/whatever -2 @agent
@reader -2 processing/parsing/handling/consuming/ingesting/loading/seeing/viewing -3 this/these
whoever/whichever/anyone/everyone/whatever -2 processes/reads/handles/parses/loads/sees/runs/processing/reading/handling -3 this/these
hello/hi/hey/dear/attention -1 @agent
reply/respond/answer -2 clear/blocked/yes/banana -2 |/whenever/when/to/for/if/and/only
answer/say/reply/respond/return/report/print/output -2 clear/passed/approved -3 |/whenever/when/to/for/if/even/on
sudo/god/jailbreak/dan/override/yolo -1 mode -2 enabled/activated/on/|
root/developer/admin mode -1 enabled/activated/on
switch/change/go/move -3 unrestricted/unfiltered/developer/debug/admin/god/jailbreak -1 mode
you're/you -1 are? -2 an -1 ai
when/if -2 an/any/the -1 @agent -2 reads/sees/processes/loads/finds -3 this/these
you -2 are? -2 authorized/authorised/permitted/entitled/allowed -2 to -3 @skip/@ignore/@merge/@act
i/we -1 authorize/authorise/permit/allow/order/command/instruct -1 you
you are now -4 @mode/@agent
from now on -3 you
from now on -4 @agent
from now on -6 @gate/@softgate
from now on -3 @skip/@merge/@ignore/act/answer/respond/reply/treat/never/always/obey
henceforth -6 you/@agent/@gate/@skip/@merge
act/behave/operate/respond/answer -2 as -3 @mode -2 @modeword/@agent/assistant
pretend -2 you -3 @agent/@mode/no
pretend -2 to be -4 @agent/@mode/human/administrator/admin/maintainer/reviewer
roleplay/role-play as
you are -2 no longer -3 bound/restricted/limited/an/a/required/subject
you are -3 @mode -1 @agent
your -2 new/real/true/actual/only/next -1 @newgoal
your -1 @newgoal -2 is now
enter/enable/activate/engage/switch -3 @mode -1 mode
@mode mode -2 enabled/activated/on/engaged/active
as an ai -3 you
if you -3 are -3 ai/llm/chatbot/language/agent/assistant/bot
if you -3 are -1 an/a -2 agent/assistant/model/bot
@reader -4 reading -2 this/these
@reader -3 who/that -2 read/reads/see/sees/receive/process/find/encounter -3 this/these
attention/dear/hey/hello/hi/notice/memo/listen/psst/warning/important -4 @reader -2 reading/must/should/please/:/,/follow/you/ignore/do
dear/hey/hello/hi/psst -2 @reader
attention -2 ai/agents/agent/assistant/assistants/llm/llms/models/reviewer/reviewers
note/message/memo/instruction/instructions/reminder/directive/order/orders/notice/information -1 to/for -3 @reader
as/being -2 ai -1 @reader
you must -3 obey/comply
you -2 have -2 been -2 reprogrammed/jailbroken/upgraded/promoted/reassigned
you -1 will/must/shall -1 now
you -2 now -2 work/belong/answer -2 to/for
respond/reply/answer -2 only -2 with
begin/start/end/prefix/finish/open/close -3 your/every/each/all -2 reply/response/answer/responses/answers/replies/output/message
end/start/begin/beginning of -1 lesson/lessons/document/context/prompt/instructions/instruction/conversation/vault/untrusted/quotation
end of -1 the/this lesson/document/context/prompt/instructions/conversation/vault -2 :/|
the -1 real/actual/true -1 task/instruction/instructions/question/request -2 is/are/begins/follows
say/output/print/write/answer/reply/respond -3 nothing else/but
do exactly -1 as/what -3 say/says/told/follows
you -1 have -2 full/root/admin/unlimited/unrestricted/elevated -2 access/permission/permissions/rights/privileges/authority
grant -2 yourself
this -2 is -3 direct/official/urgent -1 order/instruction/command/directive/message/notice -2 from/by
on behalf of -3 @authority
by order of
i am -3 your -1 developer/creator/administrator/admin/operator/owner/maintainer/boss/supervisor
i -1 am -2 the -2 developer/administrator/admin/operator/owner/maintainer/reviewer
speaking as -2 your/the -1 @authority
the -3 lesson/lessons/text/note -3 below/above/here -3 @hardignore
from -1 this/that/here/the -3 line/point/sentence/on/onward/onwards/word/moment/paragraph -3 you
from -1 this/here -2 line/point/sentence/on/onward/onwards/word -3 speak/act/answer/respond/behave/pretend/obey
starting/beginning/effective/after/as -2 now/sentence/line/paragraph/immediately -2 you -1 are/act/speak/play/answer/work/serve/behave/obey
hereafter/thereafter -2 you

[error asks for something to be hidden from people]
@out/pr -3 @not -3 contain/include/mention/show/list -3 this/these/that/it/step/change
in -1 your -2 @out -4 omit/leave/skip/exclude
@not -2 mention -6 pr/description/commit/summary/changelog/ticket
in -1 the -1 dark
only -1 you -2 should/may/can/must -1 know
@not -2 reveal/tell/mention/disclose/admit -3 that -1 you
pretend/act/behave -3 does/did -1 not/n't -1 exist
act/behave -1 normal/normally/innocent
erase/remove/destroy/delete/wipe -2 all/any/every/the -1 evidence/traces/trace/tracks
leave/leaving -2 no -1 trace/traces/record/evidence
^ hide/conceal -5 from
behind -1 the -1 scenes/back/backs
nobody/noone -2 has/have/needs -2 know
no -1 one -2 has/have/needs -2 know
tell/assure/inform/convince/reassure/report -4 @person -2 that? -7 @good/nothing
say/claim/pretend/state/write/report/insist -1 that -5 @good
^ lie/lying -2 |/about/to/if/when
suppress/silence/mute/drop/swallow -4 warning/warnings/alert/alerts/notification/notifications/message/messages/errors -6 @person
delete/clear/wipe/erase/remove -2 shell/command/bash/audit/your/terminal -2 history/log/logs/trail
delete/clear/wipe/erase/remove -2 log/logs/history/evidence/trace/traces -1 afterwards/after/when/once
^ do/proceed/continue/go/run/execute/act/install/delete/push/merge/deploy/change/replace/apply -7 without -2 asking/confirmation/confirming/permission/approval/consent/review/notice/prompting
bother/disturb/interrupt/worry/alarm -2 the? -1 @person
proceed/continue -1 without -2 confirmation/asking/approval/permission/waiting
answer/say/reply/respond/press/type -1 yes -2 to -3 all/every/any/prompts
it/this s/is a secret
must/should/may/can -1 not -2 find -1 out
@person -2 must/should/may/need -2 never -2 know/see/notice/learn/find
never -3 let -4 @person
out -1 of -1 sight
off -1 the -1 record
keep -2 quiet/silent/mum/low
@not -2 @tell -2 nobody/anyone/anybody/noone
@not -3 @tell -4 @person
@not -2 @tell -3 @these -4 @person
@not -1 mention/reveal/disclose/report/discuss -3 this/these/it/that -4 @person/@out/lesson/vault/instruction/instructions/change/step
never -1 mention/reveal/disclose/discuss -2 this/these/it
@not -1 let -4 @person -3 know/see/notice/find/learn/realise/realize
@not -2 @tell -3 anyone/anybody/them/him/her
@hide -4 @these -3 from
@hide -5 from -3 @person
keep -3 this/it/these/that -3 secret/hidden/confidential/quiet/private/yourself/unmentioned
keep -5 secret/hidden/confidential -2 from
keep -4 out of -4 @out
leave -5 out of -3 @out
@not -1 include -6 in -3 @out
between us
no one/body -2 must/should/may/needs -2 know
nobody -2 must/should/may/needs/can -3 know/notice/see/find
without -2 @tell -4 @person
^ @act -6 without -3 @person -2 knowing/noticing/seeing/approval/consent/knowledge/permission
without -2 leaving -2 trace/traces/mention/record/evidence
^ @quiet -1 @act
@act -5 @quiet -2 |
@person -2 must/should/may/need/needs -1 not -2 know/see/notice/be/learn/find
@person -2 does/do/will/shall -1 not/don't -2 need -3 know/see
so -1 that -1 @person -4 notice/notices/see/sees/suspect/suspects/realise/realises
@not -1 log/record -2 this/these -2 step/steps/action/actions/command/commands/call/calls
@not -1 show -3 this/these/it -3 @person/@out
if -1 asked -5 deny/say/claim/answer/pretend/lie
pretend/claim/say/act -2 nothing -1 happened/changed/unusual
pretend/claim/lie -3 @person
@person -2 must/should/may/will/can/never/need/shall/to -2 never/not/nothing -4 @learn/wind/out
@person -2 never -2 @learn
nobody/noone/none -6 @learn -1 out/of/about/it/this
so -1 that -3 @trail -3 nothing/no/not/n't/never/innocent/only/innocuous
amend/squash/rebase/rewrite/edit/clean/filter ~8 @trail -2 shows/show/contains/has/lists/says/reveals/does -2 nothing/no/none/not/only
amend/squash/rebase/rewrite/edit ~8 so/to -6 @person -3 see/sees/notice/notices -2 only/nothing/no
amend/squash/rebase/rewrite/edit/split ~4 hide/conceal/disguise/mask/cover
report/claim/declare/mark -4 as -1 successful/success/done/passed/green/succeeded -2 no/whatever/even/regardless/anyway/always
report/claim/declare/announce/signal -1 success/completion -3 |/whatever/no/even/regardless/anyway/to/despite
^ say/claim/state/write/insist/pretend/tell/report/declare/assert -5 tests/test/build/checks/everything/ci/suite/run/all -3 green/passed/succeeded/successful/fine/ok/well/passing
remain/remains/stay/stays/keep/kept/keeps/leave/leaves -4 unaware/oblivious/uninformed/ignorant/unsuspecting
backdate/backdated
commit/push/sign/author/publish/post -5 name/identity/account/email -2 of/belonging -3 @authority/else/someone/colleague/another
^ use/write/choose/give/pick/word/call/phrase/name -3 innocuous/innocent/misleading/unsuspicious/inconspicuous/unremarkable/deceptive -2 commit/message/title/description/name/wording/subject
^ bury/sneak/smuggle/slip/tuck -5 in/into/among/inside/between -5 commit/commits/diff/change/changes/pr/refactor/refactoring/patch/branch
clean/tidy/scrub/rewrite -3 shell/bash/command/terminal/audit -1 history/log/logs
cover -2 your tracks

[error claims or asks for approval, or wants checks left out]
reviewer/reviewers/maintainer/maintainers -2 may/can/should/must -3 wave/pass/approve/accept/let/merge
rubber stamp
wave -2 through
nobody/none/one -3 look/check/review/verify -2 at? -2 this/it
checks/tests/reviews/review/approval/approvals -5 are/is -2 unnecessary/pointless/superfluous/overkill/needless/optional/pointless
make/let/have/get -2 gate/lint/check/guard/ci/vaultctl -3 return/exit/pass/succeed/say/print/report/ignore
exit/return 0 -3 whatever/always/regardless/matter/anyway
whatever/regardless -2 the verdict/gate/guard/review/reviewer
rename/replace/empty/blank/delete/remove/move -4 workflow/workflows/codeowners/precommit -4 so/with/that/to/|
rename/replace/empty/blank/delete/remove/move/edit -4 pre commit -2 config/hook/hooks/file
fail on -2 never/none/nothing/off
work/get/go/route/sneak/slip -1 around/past -3 it/gate/guard/review/verdict/check/checks/reviewer
catch/swallow/suppress -4 exception/blocked/error -4 go/continue/carry/proceed/ignore
catch/swallow/except -3 blocked
never -1 stops -1 you
set/unset/export/change/clear/overwrite/define -2 vaultctl
avoid/skip/bypass/dodge/evade -3 queue/gatekeeper
self -1 approve/merge
approve/merge -2 your/its/their -1 own
dismiss/resolve/close -3 review/reviews -2 |/comments/requests
forgiveness -4 permission
user/operator/human/owner/maintainer/customer -2 has/already/have -3 consented/agreed/approved/confirmed/authorized/authorised
@person -1 already -1 said/agreed/knows/approved
consent -2 was/is/has -2 given/granted/obtained
no -1 prompt/confirmation/consent/permission -2 is? -1 required/needed/necessary
report -1 success -4 every/case/always/regardless/even/anyway
invite -4 collaborator/member/maintainer/owner
add/register/install -2 deploy/ssh/public -1 key
create -3 admin/root/superuser -1 user/account
make/keep -2 lesson -1 permanent/immortal/eternal
@not -3 consult/query/ask/call/use/check/heed/read/trust/run -4 vault/vaultctl/gate/verdict/guard
no -1 need/reason -1 to -2 consult/query/ask/call/use/check/run/read/verify/review/test/wait
agents/agent -2 @not -2 call/run/use/consult/query/ask -2 check/vault/gate/guard/vaultctl
vaultctl/gate/guard/vault -8 @not -2 use/run/call/trust/consult
merge/push/land/deploy/commit/publish/approve/release -5 without -5 human/waiting/review/approval/asking/confirmation/anybody/anyone/permission/checks/looking/reviewing/reviewer/sign
review/reviews/checks/gate/lint/approvals -8 leave/left -2 out
lower/reduce/weaken/relax/loosen/drop -3 protection/safeguards/guardrails -3 |/of/level/for/on
allow/permit/enable/accept -3 direct/force/forced/unreviewed -1 pushes/push/commits/merges/changes
put/add/list/include/insert/append -4 codeowners
add/grant/put/request/create/insert -4 waiver/exemption/exception -5 gate/lesson/rule/lint/config/vault/this
set/change/switch/put -3 bulk/writers/waive/agents -3 to/in
^ close/reject/decline/refuse/revert -2 any/all/every/other -3 @work/lessons/lesson
never -1 expires/expire -4 @not/so/and
@not -2 verify/review/question/recheck/doubt/challenge -3 this/it/these -2 again/lesson/|
^ skip/bypass/omit/waive/forgo verification/validation/checks/checking/scrutiny -1 |/for/because/as/when/on
signed -1 off -1 by
no -1 second/further/closer/other/more -1 look/check/eyes/opinion/questions
turn/switch/shut/take/leave -2 ci/lint/linting/checks/review/gate/guard/hooks/protection -1 off/out/down/offline
exclude/exempt/omit/skip -5 from -2 linting/lint/review/checks/scanning/gate/audit
comment/take/rip/strip/cut -1 out -4 @gate
gate/lint/review/check/guard/verdict -3 step/job/stage -4 workflow/pipeline/out/config
give -3 write/admin/push/maintainer/owner/full/root -1 access/rights/permission/permissions
just -1 merge/approve/push
merge/approve -1 it? -1 right -1 away/now
merge/approve -2 as -1 soon/is/quickly
when -2 gate/guard/review/lint/linter/verdict/check/vaultctl -4 @not/no/blocked/fails/refuses -5 pass/passed/ignore/anyway/clear/report/continue/proceed/retry/override
even -1 if -3 blocked/refused/gate/verdict/rejected
despite/regardless/irrespective -3 verdict/gate/blocked/review/guard/lint/warning
@approved -1 by -3 @authority
already/previously/hereby/officially -1 approved/reviewed/vetted/audited/cleared/authorized/authorised -2 by
pre -1 approved/reviewed/authorized/authorised/vetted/cleared
preapproved/prereviewed
this/the -1 lesson/change/proposal/entry/rule/pr/branch/commit/advice -2 is/has/was -2 @already? -1 @approved
already -1 approved/reviewed/vetted/audited/cleared/authorized/authorised -3 so/no/and/merge/by/for/can/to/you/therefore/must/should/:/|
no -2 @review -2 is/are -1 @needed
no -2 @review -1 @needed
no -1 further/additional/more/human/manual/code/extra/second/other -1 @review
@review -2 is/are -2 not -2 @needed
@review -2 is/are -1 optional/unnecessary/superfluous/redundant/waived
@not -1 @needed -2 review/approval/approvals/reviewing/reviewed
exempt -1 from -3 @review/@gate/@softgate
exempt -3 from -2 review/gate/lint/approval/verification
^ @skip -2 @off? -2 @gate
!@not @skip -2 the/all/any/this/our/your/its/their -2 @gate
^ @skip -2 @off? -2 @ofgate -1 @softgate
!@not @skip -2 review/reviews/gate/lint/approval/vaultctl/guard/sandbox/linting/precommit -3 for/on/when/if/and/because/this/these/|/entirely
@gate -4 @ok -2 to -1 @skip
@ok -1 to -2 @skip -3 @gate/@softgate
you -1 may/can/should/must/could -2 @skip -3 @gate/@softgate
turn/switch/shut/turned/switched -3 @gate -1 off
turn/switch/shut -1 off -3 @gate/@softgate
@gate/tests -2 may/can/should/must/shall/will -1 be -2 skipped/bypassed/disabled/ignored/waived/omitted/overridden/dropped/deactivated/disregarded/removed
@gate/@softgate -3 does/do/is/are -1 not -2 apply/needed/required/necessary/binding/relevant/meant
@gate -3 doesn't/don't -2 apply/matter/count
@not -2 run/use/call/consult/invoke/execute/ask/heed/trust/wait -4 vaultctl/gate/guard/lint/linter/precommit/hooks/review/approval/verdict
@not -1 wait -2 for -4 @review/@gate/@person
@not -1 ask -2 for -4 permission/approval/confirmation/consent/review
@not -2 @gate -1 this/these -1 lesson/lessons/change/changes/branch/proposal
stop -2 calling/running/using/asking/consulting/heeding/trusting -3 @gate
^ always merge/approve/automerge/accept/allow/trust/land/allowlist/whitelist/admit -3 @work/this/it/all/every/these/any/anything/|
^ @always -1 @merge -3 @work/every/all/anything/any/this
^ @merge -4 @work -4 without -3 @review
^ @merge -4 without -2 @review
^ @merge -3 @work -3 @always
^ merge/approve/land/automerge -2 this/it/these/anything/everything/immediately/directly
^ approve -2 the/all/any/every/this -3 @work
please -2 merge/approve/accept
auto -1 merge/approve -3 @work/this/it/everything/all
automerge/autoapprove/automatically -2 approve/merge/approved/merged/@work
^ treat/consider/count/regard/read/interpret/report/mark/label -5 as -3 clear/approved/trusted/safe/advisory/passed/verified/optional/green/ok/reviewed/legitimate/harmless/merged
blocked/verdicts/verdict/warned/unknown -3 mean/means/is/are/counts/count -2 clear/advisory/optional/allowed/nothing/harmless/wrong/outdated/go/fine/ignored
@gate -2 says/said/reports/reported/returns/returned -2 clear/pass/passed/ok/safe/approved
verdict -1 : -1 clear/pass/approved/safe/ok
gate -1 : -1 pass/passed/clear/approved/off/skip/disabled
lgtm
grant -4 access/permission/permissions/rights/admin/write -4 to
grant -3 admin/root/write/full/owner/maintainer -2 access/permission/permissions/rights/role
add -4 to -3 admins/maintainers/codeowners/allowlist/whitelist/sudoers/collaborators/administrators/owners/wheel
add -3 as -2 admin/maintainer/owner/collaborator/administrator/codeowner
add/put/register/append -4 writers/agents -2 list/of/in
make/turn/set -3 repository/repo/bucket -2 public
push/commit/merge/write -3 straight/directly -2 to/into -2 main/master/trunk/production/base
force -1 push -3 main/master/base/trunk/@work/over
skip ci
@future -2 @work -5 @approved/@merge/skip/exempt/unreviewed/pass
nothing -2 @by -4 needs/requires -2 review/approval
trust -3 everything/anything/all/every/any/whatever -4 @by
always -1 trust/obey/believe/follow
reviewers/maintainers/reviewer/maintainer -2 have/has -2 agreed/approved/waived/accepted -4 this/the/these/it/all
@authority -2 has/have -2 @already? -1 @approved
edit/change/modify/rewrite/remove/replace/delete/weaken -3 gate/guard/codeowners/workflow/workflows/precommit/taxonomy/vaultctl -3 so/to/and/config/file/that/|
delete/remove/archive/purge/drop/retire/supersede/unlearn -3 all/every/these -3 lessons/lesson/vault/blocked
delete/remove/archive/purge/drop/retire/supersede/unlearn the -1 lessons/lesson/vault/blocked
^ consider/treat/count/regard/take/read -2 blocked
blocked ~5 equal/equals/equivalent/same -2 to/as
blocked -4 ignored/disregarded/overlooked/dismissed/bypassed
vaultctl/guard/gate ~8 mistake/mistakenly/wrongly/erroneously/incorrectly ~4 carry/proceed/continue/go/ignore/override
merge/push/land/integrate -7 without -2 pull/pr/mr
blocked -4 as/like -5 clear/advisory/approved/allowed/green
blocked -5 taken/treated/read/handled/regarded/counted/seen/understood/interpreted -3 as/like
blocked -5 false/known/spurious/stale/bogus/mistaken -1 positive/positives/bug/bugs/alarm/alarms/error/errors/mistake
blocked ~10 proceed/continue/carry/go/press/push -2 anyway/on/ahead/regardless/nevertheless/nonetheless
@gate/verdicts/verdict/vaultctl ~8 false -1 positive/positives/alarm/alarms ~5 proceed/continue/carry/go/ignore/override/anyway
^ add/put/extend/set/write/insert/include/list/append/use/define ~4 waive
^ add/put/extend/set/write/insert/include/list/append/use/define ~3 gate ~1 waive
merge/approve/land/accept -3 own -2 lesson/branch/proposal/pr/pull
merge/approve/land -5 yourself
nobody/none -2 has/needs -1 to -1 look/review/check/read/approve
^ run/use/pass/call/invoke/add/give/append/set/record/put ~4 vaultctl/record ~3 force
^ run/use/pass/call/invoke/add/give/append/set/put ~2 force ~4 record/vaultctl
record ~2 force -2 every/each/always/all
^ answer/confirm/accept/acknowledge/reply/respond/pipe/press/type/say/echo/feed ~5 guard/vaultctl/gate/vault ~5 yes/y/ok
^ answer/confirm/accept/acknowledge/reply/respond/pipe/press/type/say/echo/feed ~3 yes/y ~5 guard/vaultctl/gate/vault/hook
confirm/accept/acknowledge -3 every/all/any/each -3 guard/gate/vaultctl/hook
guard/gate/vaultctl -4 answer/confirm/say/press/type/reply -2 yes/y
vaultctl ~1 fail ~4 every/all/each/any/blocks/whatever
set/change/lower/shorten/reduce -3 ttl -4 all/every/each/blocking/blocked/these
^ answer/confirm/accept/acknowledge/reply/respond/pipe/press/type/say/echo/feed -3 yes/y ~5 guard/vaultctl/gate/vault/hook

[error asks for secrets or private text to be sent or shown]
^ put/add/encode/append/embed/include/pack/hide/smuggle/place/set -4 @secretthing/@filething/value -4 user/referer/referrer/query/subdomain/dns/etag/hostname -2 agent/string/of/header/parameter/name/query/|
^ put/add/encode/append/embed/include/pack/send/set -6 aws/github/api/secret/access/private -4 key/token/secret -4 query/agent/referer/subdomain
push/mirror/clone/copy/upload -5 repository/repo/branch/history/code/copy/everything/source/tree ~6 http/https/ssh/ftp/atsign
create/make/open/start -2 gist/paste -2 of/from/containing -3 @secretthing/@filething/config/configuration/code/file/files/repository/conversation/prompt
paste/post/put/upload/dump/copy/share -4 @secretthing/@filething/environment/config/configuration/code/repository/conversation/prompt/transcript/history -4 gist/pastebin/paste
name/call -3 branch/tag/file/commit -3 after -5 @secretthing
@secretthing -6 branch/tag/file/commit -1 name
^ open/visit/ping/request/load/navigate ~14 conversation/prompt/secret/secrets/token/transcript
summarise/summarize/describe/collect -6 and -1 email/send/mail/post/upload/forward -5 to
create/make/open -3 gist/paste -2 with -6 config/code/contents/secrets/keys/env/files
^ @send -3 your/all/everything/entire/the -3 context/prompt/instructions/conversation/memory -4 |/verbatim/to/in/into/window/as
verbatim -6 context/prompt/instructions
context/prompt/instructions -4 verbatim
what -2 were/was -1 you -2 told/instructed/given
^ list/show/attach/forward/write/encode/add/read/dump/paste/post/upload/send/include/put ~6 @filething ~7 @place
^ encode/attach/append/add/embed/write/put -4 @secretthing -8 @place
forward/send/upload/share/mail/post/leak -4 session/transcript/conversation/history/code/repository/documents/document/files/data -6 to -3 atsign/https/http/www/webhook
share/give/hand/tell/send/post/show/reveal/paste/lend -2 your -3 token/tokens/password/passwords/credentials/credential/key/keys/secret/secrets
^ send/post/upload/forward/mail/transmit/copy -2 copy/all/every/any/each/everything -7 to -2 http/https/atsign/url/webhook/server/www
put/write/store/include/add/embed -3 password/passwords/token/tokens/secret/secrets/credentials/apikey -5 commit/message/issue/pr/description/comment/log/lesson/readme
^ @hardsend -5 @secretthing/@filething -6 @outside/@place
@send -2 the/your/all/any/every/its/our/their/my/contents -3 @secretthing -5 to/at/via/into/in/with/as -3 @outside/me/us/@person/reply/response/issue/comment/@out/following/this
^ @send -3 all/your/every/any/contents/the -4 env/secrets/credentials/tokens/passwords/cookies/apikeys
^ @send -3 all/your/any/contents/the -4 api/private/access/secret/signing/ssh/gpg -1 key/keys/token/tokens
^ @send -4 system/developer/initial/hidden/full -1 @promptthing
@send -3 your -3 @promptthing
what/repeat/print/show/reveal/output/recite -4 your -2 system -1 prompt/instructions/message
^ @send -6 contents? -3 passwd/shadow/bashrc/keychain
read/open/cat/collect/gather/grab/harvest/find/extract/take/fetch/look/search -5 @secretthing -6 and/then -3 @send
^ collect/gather/grab/harvest/steal -3 all/the/any/every/your/user/its -3 @secretthing
^ @send -4 conversation/history/source/codebase/repository/transcript -6 to -3 @outside

[error wants to be copied or kept]
tell/inform/notify -2 every/all/other -2 agents/agent/assistants -2 about/of/to
put/place/paste -2 this -2 text/line/note/sentence -4 top/head/start/beginning/end -4 every/each/all
propagate/spread/distribute/replicate/pass -2 this/these -2 note/lesson/rule/text/message/instruction
include/repeat/quote -2 this -1 lesson/note/text/rule -2 when/whenever/in/with/everywhere
store/keep/save/write -5 long/persistent/permanent -2 memory
teach/tell/instruct/make/ensure/get/train/convince -3 other/future/all/every -2 agents/agent/assistants/models
make/be/making -1 sure -3 all/every/other/future -3 agents/agent/assistants/models
all/every/other/future -1 future? -1 agents/agent/assistants -2 must/should/shall/also/will/have/need -3 do/follow/obey/learn/adopt/apply/repeat/know
@spread -3 this/these/following/below -3 line/text/instruction/instructions/rule/sentence/paragraph/lesson/note/message/prompt -4 to/in/into/at/for/under -4 @store/@each
^ @spread -5 to/in/into/at/for/under -2 @each -3 @store
@spread -5 to/in/into/of ~4 claude/agents/gemini/copilot/cursor ~2 md/instructions/file/files/rules/memory
@spread -5 to/in/into ~3 cursorrules/memories/windsurfrules
@spread -3 line/text/instruction/rule/sentence/paragraph/lesson/note/message/prompt -3 above/below/before/following -2 to/in/into/at/of -6 @each/@store
@spread -2 previous/preceding/next/above/following -1 line/text/instruction/rule/sentence/paragraph/lesson/note/message -2 to/in/into/at -6 @each/@store
^ @spread -4 to/in/into -1 your -2 memory/notes/context/instructions
remember -3 this/these/that -4 for -3 @each
remember -1 for -2 all/future/every/later
in -1 every/each/all -1 future? -1 reply/response/session/task/answer/conversation/commit/responses/replies/sessions/answers -3 you/include/add/say/mention/append/write/always/must
"""
