package org.wso2.carbon.context;

import org.wso2.carbon.user.api.RealmConfiguration;
import org.wso2.carbon.user.api.UserRealm;
import org.wso2.carbon.utils.multitenancy.MultitenantConstants;

/** Context of the current thread: one object for all threads. */
public final class CarbonContext {

    private static final CarbonContext THE_ONE = new CarbonContext();

    private final RealmConfiguration realm = new RealmConfiguration();

    private CarbonContext() {}

    public static CarbonContext getThreadLocalCarbonContext() {
        return THE_ONE;
    }

    public String getTenantDomain() {
        return MultitenantConstants.SUPER_TENANT_DOMAIN_NAME;
    }

    public UserRealm getUserRealm() {
        return () -> realm;
    }
}
