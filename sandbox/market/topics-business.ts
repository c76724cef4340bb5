/**
 * Markets where companies buy. A record is: id, plural noun, kind, forum, institution; then the
 * words that reveal it in a question; its invented members, strongest first; what buyers praise.
 */
export const BUSINESS = `
crm · CRM tools · software · CRM · sba.gov
crm, customer relationship, sales pipeline, contact management, lead tracking
Pipeloom, Relatewise, Dealharbor, Clientgrove, Salesmoor, Contactry, Leadfern, Orbitdesk
pipeline views, email sync, contact timelines, reporting, lead scoring, mobile app

project · project management tools · software · projectmanagement · pmi.org
project management, task management, kanban, gantt, team planning, to-do app, work management
Taskmeadow, Planforge, Boardly, Sprintleaf, Milestone Bay, Kanbird, Workloom, Ganttly
timeline views, workload planning, automations, guest access, templates, integrations

email · email marketing platforms · software · Emailmarketing · ftc.gov
email marketing, newsletter, email automation, drip campaign, marketing automation, mailing list
Mailgrove, Sendwell, Letterpeak, Campaignry, Inboxly, Dripstone, Postlark, Newsfern
deliverability, visual automations, segmentation, templates, list hygiene, send-time optimisation

seo · SEO tools · software · SEO · web.dev
seo, keyword research, rank track, backlink, site audit, search visibility
Rankloft, Keywordry, Serpentine, Crawlwise, Linkharbor, Siteprobe, Queryfield, Indexa
keyword data, site audits, backlink index, rank tracking, competitor research, reports

aeo · AI visibility platforms · software · SEO · nist.gov
aeo, geo tool, ai visibility, answer engine, brand mention, llm visibility, ai search
Mentionry, Answerscope, Citewell, Promptwatch, Echograph, Voiceshare, Sightline AI, Namecheck
citation tracking, prompt panels, share of voice, sentiment, history, exports

analytics · analytics platforms · software · analytics · census.gov
analytics, business intelligence, bi tool, dashboards, product analytics, web analytics, data visuali
Chartwell Data, Funnelry, Metricfield, Insightloom, Plotline, Countable, Graphmoor, Signalbay
funnels, retention reports, dashboards, privacy controls, data export, alerting

hosting · web hosting providers · software · webhosting · icann.org
web hosting, hosting provider, vps, wordpress hosting, cloud hosting, domain registrar, website host
Hostmeadow, Serverfern, Cloudharbor, Sitegrove Bay, Rackwell, Uptimely, Nodegrove, Bytestead
uptime, support response, page speed, backups, staging sites, renewal prices

builder · website builders · software · web_design · w3.org
website builder, landing page, no-code site, portfolio site, build a website
Pagecraft, Sitebloom, Weblark, Blockly Pages, Formgrove, Canvasry, Launchleaf, Tiledesk
templates, editor, mobile layout, SEO settings, e-commerce add-ons, forms

ecommerce · e-commerce platforms · software · ecommerce · trade.gov
ecommerce, e-commerce, online store, online shop, shopping cart, sell online, dropship
Shopgrove, Cartwell, Storeloom, Sellharbor, Checkoutly, Merchantry, Basketfern, Tradely
checkout, themes, inventory, multi-channel sales, app store, fees

accounting · accounting software · software · Accounting · irs.gov
accounting, bookkeep, invoic, expense track, payroll, tax software
Ledgerly, Bookmoor, Tallywise, Invoicely Co, Countinghouse, Paygrove, Balancea, Sumfield
bank feeds, invoicing, tax reports, payroll, receipt capture, multi-currency

hr · HR platforms · software · humanresources · dol.gov
hr software, hris, recruit, applicant tracking, onboarding, employee engagement, talent
Peoplefern, Hirewell, Staffloom, Teamharbor, Rosterly, Talentry, Workmoor, Crewdesk
onboarding, time off, applicant tracking, reviews, compliance, self-service

helpdesk · help desk tools · software · CustomerSuccess · ftc.gov
help desk, helpdesk, customer support, ticketing, live chat, chatbot, customer service software
Ticketry, Replywell, Deskfern, Answerly, Supportmoor, Chatgrove, Casebay, Kindline
shared inbox, automation, knowledge base, live chat, SLA reports, AI replies

security · security tools · software · cybersecurity · cisa.gov
password manager, antivirus, vpn, cybersecurity, endpoint, firewall, identity, two-factor
Vaultfern, Lockwell, Shieldry, Cipherbay, Keymoor, Guardloom, Sentrypoint, Safeharbor ID
zero-knowledge design, independent audits, browser extension, family plan, speed, threat alerts

social · social media tools · software · socialmedia · ftc.gov
social media, social scheduling, influencer, instagram tool, content calendar, community management
Postgrove, Schedulry, Socialfern, Buzzwell, Feedloom, Reachly, Trendbay, Queuely
scheduling, best-time suggestions, inbox, analytics, approval flows, link in bio

design · design tools · software · graphic_design · copyright.gov
design tool, graphic design, logo maker, ui design, prototyping, photo edit, video edit
Sketchmoor, Pixelgrove, Layoutly, Vectorfern, Framewell, Colorbay, Draftloom, Inkly
templates, collaboration, brand kits, export options, AI features, font library

ai · AI writing assistants · software · artificial · nist.gov
ai assistant, ai writing, chatgpt alternative, llm, copywriting tool, ai tool, generative
Draftwise, Penloom, Quillbay, Wordgrove, Proseful, Scribely, Tonewell, Verbara
tone control, long-form drafts, fact checks, team styles, integrations, pricing

agency · marketing agencies · service · marketing · sba.gov
marketing agency, seo agency, ppc agency, advertising agency, branding agency, digital agency
Brightmoor, Loudfern, Northlane Digital, Fieldwork Media, Kite & Co, Amplewell, Signal Row, Tidepool
case studies, reporting, niche experience, transparent fees, creative, account managers

logistics · shipping services · service · logistics · bts.gov
shipping, courier, fulfilment, fulfillment, freight, 3pl, logistics, delivery service
Parcelbay, Shipmoor, Freightwell, Cargoloom, Swiftcrate, Dockly, Routefern, Boxharbor
tracking, pickup windows, rates, returns, customs help, coverage

telecom · internet and phone providers · service · telecom · fcc.gov
internet provider, broadband, mobile plan, phone plan, voip, fiber, sim
Fibrewell, Callgrove, Signalmoor, Netharbor, Wavely, Linkfern, Ringbay, Openline
coverage, speed, no-contract plans, roaming, router, support
`
