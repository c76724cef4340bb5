-- What makes two rows of search data the same row.

-- The site goes first: one address may be imported for two sites (a domain and its subdomain), and neither takes the
-- other's rows. Each site is also read over a period of its own, which is then one range of the key.
alter table seo_performance drop constraint seo_performance_pkey,
  add primary key (tenant_id, mode, site, date, page_key, query_key) include (clicks, impressions, position_sum);

-- Best CRM and best  crm are one search from one place, however they are written; what was written stays for show.
-- next_check is the one job that may check a tracked keyword next: a job of an earlier tracking finds another one here.
alter table seo_keywords add column keyword_key text, add column location_key text, add column next_check uuid;
update seo_keywords set keyword_key = lower(regexp_replace(btrim(normalize(keyword, NFKC)), '\s+', ' ', 'g')),
  location_key = lower(regexp_replace(btrim(normalize(location, NFKC)), '\s+', ' ', 'g'));

-- Those that turn out to be one keep the history of all of them, under the row that is tracked or was the first.
create temporary table seo_keywords_merged on commit drop as
  select tenant_id, id, first_value(id) over (partition by tenant_id, mode, keyword_key, domain, location_key, device
    order by schedule is null, created_at, id) as kept from seo_keywords;
update seo_ranks r set keyword_id = m.kept from seo_keywords_merged m
  where r.tenant_id = m.tenant_id and r.keyword_id = m.id and m.kept <> m.id;
delete from seo_keywords k using seo_keywords_merged m
  where k.tenant_id = m.tenant_id and k.id = m.id and m.kept <> m.id;

alter table seo_keywords alter column keyword_key set not null, alter column location_key set not null;
drop index seo_keywords_one;
create unique index seo_keywords_one on seo_keywords (tenant_id, mode, keyword_key, domain, location_key, device);
