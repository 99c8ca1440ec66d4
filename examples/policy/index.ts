import { PolicyPack } from "@pulumi/policy";
import { policies } from "./policies";

new PolicyPack("cdn-zones", { policies });
