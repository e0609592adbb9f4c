package org.wso2.carbon.utils.multitenancy;

/** Tenant of a user. */
public final class MultitenantUtils {

    private MultitenantUtils() {}

    public static String getTenantDomain(String user) {
        return MultitenantConstants.SUPER_TENANT_DOMAIN_NAME;
    }

    public static String getTenantAwareUsername(String user) {
        return user;
    }
}
