package org.wso2.carbon.user.api;

/** Names the administrator, who owns the queue of dead letters. */
public final class RealmConfiguration {

    public String getAdminUserName() {
        return "admin";
    }
}
