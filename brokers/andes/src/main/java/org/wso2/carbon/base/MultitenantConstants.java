package org.wso2.carbon.base;

/** The tenant that everybody belongs to. */
public final class MultitenantConstants {

    public static final String SUPER_TENANT_DOMAIN_NAME = "carbon.super";

    private MultitenantConstants() {}
}
