package main

import (
	"example.com/pulumi-cdn/sdk/go/cdn"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		assets, err := cdn.NewStorageZone(ctx, "assets", &cdn.StorageZoneArgs{
			Name:               pulumi.String("acme-assets"),
			Region:             pulumi.String("DE"),
			ReplicationRegions: pulumi.StringArray{pulumi.String("NY")},
			ZoneTier:           cdn.ZoneTierStandard,
		})
		if err != nil {
			return err
		}
		delivery, err := cdn.NewPullZone(ctx, "delivery", &cdn.PullZoneArgs{
			Name:          pulumi.String("acme-web"),
			StorageZoneId: assets.StorageZoneId,
		})
		if err != nil {
			return err
		}
		_, err = cdn.NewPullZoneEdgeRule(ctx, "no-sniff", &cdn.PullZoneEdgeRuleArgs{
			PullZoneId:       delivery.PullZoneId,
			ActionType:       cdn.EdgeRuleActionTypeSetResponseHeader,
			ActionParameter1: pulumi.String("X-Content-Type-Options"),
			ActionParameter2: pulumi.String("nosniff"),
			Triggers: cdn.EdgeRuleTriggerArray{cdn.EdgeRuleTriggerArgs{
				Type:           cdn.EdgeRuleTriggerTypeUrl,
				PatternMatches: pulumi.StringArray{pulumi.String("*")},
			}},
		})
		if err != nil {
			return err
		}
		ctx.Export("hostname", assets.StorageHostname)
		return nil
	})
}
