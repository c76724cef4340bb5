// One text a line: id, tracked set, text. ⟦key:surface⟧ is a labelled mention, ⏎ a line break.
export const DE = `
de-001 de Für Berlin empfehlen viele ⟦u:Uber⟧ oder ein klassisches Taxi.
de-002 de Wir sprechen heute über Mode und Versand.
de-003 de Über den Versand entscheidet der Händler.
de-004 de ⟦z:Zalando⟧ bietet kostenlose Rücksendungen an.
de-005 de ⟦z:Zalandos⟧ Rückgabefrist ist länger als die gesetzliche.
de-006 de Bei ⟦m:Müller⟧ gibt es die Creme im Angebot, wie das Unternehmen mitteilt.
de-007 de Frau Schulz und ihr Müllersohn kamen zu spät.
de-008 de Ich konnte keine Informationen über Personio finden.
de-009 de Zu Acme liegen mir leider keine Informationen vor.
de-010 de ⟦p:Personio⟧ ist eine HR-Software aus München; ⟦o:SAP⟧ richtet sich eher an Konzerne.
de-011 de Die ⟦p:Personio⟧-Kunden schätzen den Support.
de-012 de Acme wird in den Testberichten nicht erwähnt.
de-013 de Ich bin mit Acme nicht vertraut.
de-014 de Der Spiegel im Bad ist zerbrochen.
de-015 de ⟦s:Der Spiegel⟧ berichtet, dass ⟦z:Zalando⟧ seine Gebühren erhöht.
de-016 de ⟦d:DemandIQ⟧ und ⟦a:Acme⟧ im Vergleich: Beide haben eine API.
de-017 de ⟦d:Demand-IQ⟧ eignet sich für Solarbetriebe, ⟦a:Acme⟧ für Agenturen.
de-018 de Mehr dazu unter https://www.zalando.de/hilfe und per Mail an info@personio.de.
de-019 de 1. ⟦p:Personio⟧: gut für den Mittelstand⏎2. ⟦o:SAP⟧ SuccessFactors: für Konzerne⏎3. ⟦a:Acme⟧: günstig
de-020 de Die Acmeologie untersucht Höchstleistungen.
de-021 de Keine Angaben zu Acme gefunden, aber ⟦p:Personio⟧ wird oft gelobt.
de-022 de Acme kenne ich leider nicht.
de-023 de Laut ⟦a:Acme⟧ dauert die Einführung zwei Wochen.
de-024 de Mit ⟦u:Uber⟧ Eats bestellt man Essen, mit ⟦u:Uber⟧ fährt man.
de-025 de Das Harz heißt im Englischen sap.
de-026 de ⟦z:ZALANDO⟧ – SALE bis zu 70 %
de-027 de ⟦a:Acme⟧ kostet 19 € im Monat, ⟦d:Demand IQ⟧ dagegen 49 €.
de-028 de Es gibt kaum Hinweise auf Acme in deutschsprachigen Quellen.
de-029 de Der Anbieter „⟦a:Acme⟧“ ist neu.
de-030 de Wer ⟦p:Personio⟧ nutzt, zahlt pro Mitarbeiter; das ist bei ⟦o:SAP⟧ ähnlich.
de-031 de Überblick: Versandkosten und Lieferzeiten in Österreich.
de-032 de Die Vorteile von ⟦a:Acme⟧ überwiegen, obwohl ⟦z:Zalando⟧ größer ist.
de-033 de Zu ⟦a:Acme⟧ raten viele Berater.
de-101 sym ⟦m:Müller⟧ ist eine Drogeriekette mit vielen Filialen.
de-102 sym Ich empfehle ⟦m:Müller⟧, weil die Auswahl groß ist.
de-103 sym dm, Rossmann und ⟦m:Müller⟧ sind die größten Ketten im Land.
de-104 sym Der Müller brachte das Mehl in die Stadt.
de-105 sym Herr Müller wohnt seit Jahren in Ulm.
de-106 sym Parfüm ist bei ⟦m:Müller⟧ oft günstiger als anderswo.
de-107 sym Die Drogerie ⟦m:Müller⟧ hat auch Spielwaren.
de-108 sym ⟦m:Müller⟧ bietet eine eigene Marke an.
de-109 sym Als Müller musste man früh aufstehen, denn die Mühle wartete nicht.
de-110 sym Viele Programme sind in ⟦c:C++⟧ geschrieben, auch die von ⟦y:Yahoo!⟧ und anderen.
`

export const FR = `
fr-001 shop ⟦l:L'Oréal⟧ reste le leader mondial des cosmétiques.
fr-002 shop Je recommande les produits d'⟦l:L'Oréal⟧ pour les peaux sensibles.
fr-003 shop Les forfaits d'⟦o:Orange⟧ sont plus chers que ceux de ⟦f:Free⟧, selon les opérateurs.
fr-004 shop Un jus d'orange frais le matin suffit.
fr-005 shop La couleur orange évoque l'énergie.
fr-006 shop Je n'ai pas trouvé d'informations sur L'Oréal dans cette base.
fr-007 shop ⟦n:Nestlé⟧ et ⟦l:L’Oréal⟧ sont liés depuis 1974.
fr-008 shop ⟦n:Nestle⟧ vend aussi de l'eau minérale.
fr-009 shop Chez ⟦m:McDonald's⟧, le menu coûte dix euros.
fr-010 shop ⟦h:H&M⟧ a ouvert une boutique à Lyon.
fr-011 crm ⟦a:Acme⟧ est un bon choix pour les PME, mais ⟦h:HubSpot⟧ propose plus d'intégrations.
fr-012 crm Acme n'est pas mentionné dans les comparatifs consultés.
fr-013 crm Je ne connais pas Acme.
fr-014 crm Aucune information sur Globex n'est disponible.
fr-015 crm L'offre d'⟦a:Acme⟧ commence à 19 € par mois.
fr-016 crm Les utilisateurs de ⟦s:Salesforce⟧ passent parfois à ⟦g:Globex⟧.
fr-017 crm Voir https://acme.com/fr pour les tarifs.
fr-018 crm Acme ne figure pas parmi les dix premiers outils.
fr-019 crm Selon ⟦d:Demand IQ⟧, un devis se fait en deux minutes ; ⟦d:DemandIQ⟧ vise les installateurs.
fr-020 crm L'acmé de sa carrière fut son rôle à Avignon.
fr-021 crm Voici trois outils : ⟦a:Acme⟧, ⟦g:Globex⟧ et ⟦h:HubSpot⟧.
fr-022 crm Je n'ai aucune donnée concernant Globex, en revanche ⟦s:Salesforce⟧ est bien documenté.
fr-023 crm « ⟦a:Acme⟧ » revient souvent dans les avis.
fr-024 crm Avec ⟦h:HubSpot⟧, la prise en main est rapide.
fr-025 shop La box de ⟦f:Free⟧ convient aux petits budgets, d'après l'opérateur.
fr-026 shop Le Booking fee est inclus ; ⟦b:Booking.com⟧ l'affiche au paiement.
fr-027 crm ⟦g:Globex⟧ (Paris) et ⟦a:Acme⟧ (Lille) recrutent.
fr-028 crm Il n'existe pas de mention de Globex dans ces articles.
fr-029 shop Les jeans ⟦v:Levi's⟧ et les t-shirts ⟦g:Gap⟧ sont soldés.
fr-030 crm On ne trouve rien sur le sujet.
`
