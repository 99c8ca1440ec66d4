import pulumi
import pulumi_cdn as cdn

assets = cdn.StorageZone(
    "assets",
    name="acme-assets",
    region="DE",
    replication_regions=["NY"],
)
website = cdn.PullZone.get("website", "1")

pulumi.export("hostname", assets.storage_hostname)
pulumi.export("password", assets.password)
pulumi.export("origin", website.origin_url)
