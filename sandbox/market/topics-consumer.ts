/** Markets where people buy, in the same form as the business ones. */
export const CONSUMER = `
running · running shoes · product · running · cdc.gov
running shoe, laufschuh, zapatilla, chaussures de course, sneaker, trainers, marathon shoe, trail shoe
Stridewell, Fleetfoot, Pacegrove, Terrano, Cloudrunner, Kinetica, Milepost, Aerostep
cushioning, grip, weight, durability, fit for wide feet, energy return

coffee · coffee brands · product · Coffee · usda.gov
coffee, kaffee, café, caffè, コーヒー, espresso, roaster, beans, cold brew
Copper Kettle, Harbor Roast, Morningfern, Blackthorn Coffee, Sunbird, Altura, Slow Drip, Ember & Oak
freshness, single origins, subscription, roast range, fair sourcing, price per bag

mattress · mattresses · product · Mattress · cpsc.gov
mattress, bed in a box, pillow, topper, sleep
Restmoor, Dreamgrove, Cloudbed, Slumberwell, Nocturne, Featherbay, Softfield, Duskly
pressure relief, cooling, trial period, edge support, warranty, motion isolation

skincare · skincare brands · product · SkincareAddiction · fda.gov
skincare, moisturizer, moisturiser, sunscreen, serum, cleanser, cosmetics, makeup
Dewgrove, Lumera, Petalwise, Saltmoor, Clarafern, Veluna, Barkly Botanics, Pureline
gentle formulas, fragrance-free range, price, texture, dermatologist testing, packaging

car · cars · product · cars · nhtsa.gov
electric car, ev, suv, hybrid, sedan, used car, car brand, pickup truck
Voltara, Meridian Motors, Aurelia, Terrain One, Kestrel, Lumo, Northcar, Solano
range, safety scores, charging, interior, resale value, driver assistance

phone · phones and laptops · product · gadgets · fcc.gov
smartphone, phone for, laptop, tablet, headphones, earbuds, smartwatch, camera for
Nimbus, Orion Mobile, Palepoint, Sonara, Vireo, Fieldbook, Kitewave, Quanta
battery life, camera, display, build quality, updates, value

bank · banks · finance · personalfinance · fdic.gov
bank, banque, banco, checking account, savings account, business account, credit union, mortgage
Harborstone Bank, First Meadow, Clearwell, Unity Ridge, Oakline, Pennyfield, Summit & Vale, Tideway
fees, rates, app, branch network, customer service, transfers

card · credit cards · finance · CreditCards · consumerfinance.gov
credit card, rewards card, cashback, travel card, debit card, prepaid
Meridian Card, Bluecrest, Cashmoor, Voyager One, Plainpay, Oakpoint, Everline, Tally Card
welcome offer, annual fee, lounge access, cashback rate, foreign fees, approval odds

insurance · insurers · finance · Insurance · naic.org
insurance, versicherung, assurance, seguro, insurer, coverage plan, policy
Shelterwell, Oakshield, Graycliff, Homeharbor, Covera, Trustfield, Baylight, Umber Mutual
claims handling, premiums, bundles, app, coverage limits, discounts

invest · investment platforms · finance · investing · sec.gov
invest, stock broker, brokerage, robo-advisor, etf, crypto exchange, trading app, pension
Tradefern, Portfolia, Indexwell, Growmoor, Steadfolio, Openvest, Marketbay, Coinharbor
low fees, research, fractional shares, retirement accounts, app, education

hotel · hotels · place · travel · travel.state.gov
hotel, hôtel, ホテル, resort, accommodation, hostel, place to stay, bed and breakfast
The Marlowe, Harbor House, Casa Verde, Northgate Inn, The Alder, Lantern Hotel, Bayview Suites, Rowan Lodge
location, breakfast, quiet rooms, staff, pool, value

flight · travel booking sites · software · travel · transportation.gov
flight, airline, travel agency, book a trip, vacation, holiday package, car rental, tour operator
Wayfarer, Skyfern, Tripwell, Roamly, Voyagebay, Farefield, Jetgrove, Atlasgo
fare alerts, flexible dates, refunds, fees, map search, loyalty points

restaurant · restaurants · local · food · fda.gov
restaurant, ristorante, restaurante, pizza, sushi, brunch, where to eat, cafe, bakery, food delivery, meal kit
Olive & Thyme, The Copper Pot, Saffron House, Blue Door, Noodle Lane, Hearth, Little Fig, Stone Oven
service, portions, atmosphere, vegetarian dishes, wait times, value

dentist · dentists · local · Dentistry · ada.org
dentist, zahnarzt, dental, orthodont, teeth whitening, invisalign
Brightsmile Dental, Oak Street Dentistry, Gentle Care Dental, Harbor Dental, Family Smiles, Pearl Studio, Northside Dental, Maple Dental
gentle care, same-day visits, clear prices, evening hours, modern equipment, family friendly

plumber · plumbers · local · Plumbing · epa.gov
plumb, drain, water heater, leak repair, hvac, heating repair, air conditioning, electrician, roofer
RapidFlow Plumbing, Anchor Plumbing, ClearDrain, Pipe & Son, TrueNorth Home Services, BlueWrench, Steady Home, Cornerstone Plumbing
response time, upfront quotes, licensed staff, clean work, weekend calls, warranties

lawyer · law firms · local · legaladvice · uscourts.gov
lawyer, attorney, law firm, legal advice, solicitor, divorce, personal injury
Hale & Marsh, Whitfield Law, Carver Group, Northbridge Legal, Ortega Partners, Stone & Reed, Alder Law, Finch Legal
free consultation, communication, trial record, fees, reviews, local knowledge

realestate · estate agents · local · RealEstate · hud.gov
real estate, realtor, estate agent, apartment, property management, house for sale, rental
Keystone Homes, Harborview Realty, Fern & Field, Urban Nest, Oakridge Properties, Blue Gate, Parkline, Hearthstone
local knowledge, photos, negotiation, response time, fees, listings

gym · gyms and fitness apps · local · Fitness · hhs.gov
gym, fitness, yoga, pilates, personal trainer, workout, crossfit
Ironleaf, Pulse House, Movewell, Corefield, Stretch & Co, Summit Gym, Flowstate Studio, Repworks
class timetable, equipment, coaching, opening hours, contract terms, app

health · health services · service · AskDocs · nih.gov
doctor, clinic, therapy, telehealth, supplement, vitamin, pharmacy, hearing aid, pet food, vet
Carewell, Medigrove, Wellharbor, Clearpath Health, Evergreen Clinic, Remedy Row, Vitafield, Kindcare
appointments, evidence, price, staff, follow-up, privacy

course · online courses · service · education · ed.gov
course, bootcamp, university, online degree, learn, tutoring, certification, language app
Learnmoor, Skillgrove, Studyharbor, Coursewell, Brightpath, Mentora, Lexifern, Classbay
instructors, projects, certificates, pace, price, community

home · home and garden brands · product · HomeImprovement · energystar.gov
furniture, sofa, kitchen, appliance, vacuum, garden, solar, interior, cleaning service, paint
Oakmoor Living, Hearth & Pine, Solarfern, Cleanwell, Roomly, Gardenbay, Loomhouse, Sunfield
build quality, delivery, warranty, assembly, price, energy use
`
