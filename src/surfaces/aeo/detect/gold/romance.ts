// One text a line: id, tracked set, text. ⟦key:surface⟧ is a labelled mention, ⏎ a line break.
export const ES = `
es-001 crm Para equipos pequeños recomiendo ⟦a:Acme⟧ o ⟦h:HubSpot⟧.
es-002 crm No encontré información sobre Acme.
es-003 crm ⟦s:Salesforce⟧ es más caro, pero ⟦g:Globex⟧ tiene menos funciones.
es-004 crm Acme no aparece en los resultados.
es-005 crm No conozco a Globex, pero ⟦a:Acme⟧ es fiable.
es-006 crm Los clientes de ⟦a:Acme⟧ destacan el soporte en español.
es-007 crm ⟦d:Demand IQ⟧ y ⟦d:Demand-IQ⟧ son la misma empresa.
es-008 crm No tengo datos sobre Globex ni sobre Acme.
es-009 crm El acmé de su obra llegó en 1950.
es-010 crm Consulta https://globex.io/es para más detalles.
es-011 crm ¿Es bueno ⟦h:HubSpot⟧? Sí, sobre todo la versión gratuita.
es-012 crm 1) ⟦h:HubSpot⟧: gratis⏎2) ⟦a:Acme⟧: 19 €⏎3) ⟦g:Globex⟧: 29 €
es-013 shop ⟦l:L'Oréal⟧ y ⟦n:Nestlé⟧ venden en toda América Latina.
es-014 shop En ⟦m:McDonald's⟧ puedes pedir desde el móvil.
es-015 shop La tienda ⟦h:H&M⟧ abre los domingos.
es-016 pay ⟦p:PayPal⟧ cobra más que ⟦w:Wise⟧ por cambiar divisas.
es-017 pay Puedes pagar con ⟦a:Apple⟧ Pay en casi todas las tiendas.
es-018 pay ⟦s:Stripe⟧ permite cobrar suscripciones desde la misma plataforma.
es-019 crm Ninguna fuente habla de precios.
es-020 crm Globex no se menciona en el informe.
es-021 crm Las ventajas de ⟦s:Salesforce⟧ frente a ⟦a:Acme⟧: más informes y más integraciones.
es-022 crm Según ⟦g:Globex⟧, la migración dura un día.
es-023 shop Reservé en ⟦b:Booking.com⟧ y pagué al llegar.
es-024 crm No hay referencias a Acme en la documentación, aunque ⟦s:Salesforce⟧ sí figura.
es-025 crm Con ⟦n:Notion⟧ organizas documentos y tareas.
es-026 pay El precio se puede pagar en la caja.
`

export const IT_PT = `
it-001 crm ⟦a:Acme⟧ è la scelta migliore per le piccole imprese.
it-002 crm Non ho trovato informazioni su Acme.
it-003 crm Rispetto a ⟦s:Salesforce⟧, ⟦g:Globex⟧ costa meno.
it-004 crm L'interfaccia di ⟦h:HubSpot⟧ è intuitiva.
it-005 crm Globex non compare tra i risultati.
it-006 shop I prodotti ⟦l:L'Oréal⟧ si trovano anche in farmacia.
it-007 crm L'offerta dell'⟦a:Acme⟧ scade domani.
it-008 crm Il dominio acme.it non appartiene all'azienda.
it-009 crm ⟦d:DemandIQ⟧ e ⟦a:Acme⟧ offrono una prova gratuita.
pt-001 crm Para startups, ⟦h:HubSpot⟧ e ⟦a:Acme⟧ são boas opções.
pt-002 crm Não encontrei informações sobre a Globex.
pt-003 crm A ⟦s:Salesforce⟧ é mais cara do que a ⟦g:Globex⟧.
pt-004 crm A Acme não é mencionada nas fontes.
pt-005 pay O ⟦p:PayPal⟧ cobra taxas altas; a ⟦w:Wise⟧, não.
pt-006 crm Os clientes da ⟦a:Acme⟧ elogiam o suporte.
pt-007 crm O acme da crise passou.
pt-008 crm Veja mais em www.hubspot.com/pt.
pt-009 crm ⟦d:Demand IQ⟧ atende instaladores de energia solar.
`
