-- What makes two rows of search data the same row.

-- The site goes first: one address may be imported for two sites (a domain and its subdomain), and neither takes the
-- other's rows. Each site is also read over a period of its own, which is then one range of the key.
alter table seo_performance drop constraint seo_performance_pkey,
  add primary key (tenant_id, mode, site, date, page_key, query_key) include (clicks, impressions, position_sum);
